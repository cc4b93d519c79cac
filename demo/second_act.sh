# Sourced by demo/run: where a rule cannot decide, an agent program is asked. A small repository of its own, the shipped
# pipeline with the demo's agent in it, and everything that an agent may be asked for, once.

# The shipped pipeline under a cap of four, with demo/agent for its agent and a check for repairs.
judged_pipeline() {
  awk -v agent="$here/demo/agent" -v check="$here/demo/check" '
    /^\[/ { skip = 0 }
    /^\[agent\]/ { print; print "command = [\"" agent "\"]"; skip = 1; next }
    skip { next }
    { sub(/^# *cap = .*/, "cap = 4"); print }
    /^id = "repair"/ { print "[stage.config]"; print "workflows = [\"CI\"]"; print "verify = [[\"" check "\"]]" }
  ' "$here/config/collect.toml"
}

write_commit() { # MESSAGE, what is in the work tree: on ai/queue, pushed
  git -C "$clone" add -A
  git -C "$clone" -c user.name=Demo -c user.email=demo@example.invalid commit -qm "$1"
  git -C "$clone" push -q origin HEAD:ai/queue
}

begin_second_act() {
  remote=$work/second.git clone=$work/second pipeline=$work/judged.toml
  git init -q --bare --initial-branch=main "$remote"
  git init -q --initial-branch=main "$clone"
  git -C "$clone" remote add origin "$remote"
  mkdir "$clone/labels"
  for i in 1 2 3 4 5 6; do echo "label-$i" >"$clone/labels/$i.txt"; done
  echo 'Good day.' >"$clone/greeting.txt"
  echo 3 >"$clone/limit.txt"
  git -C "$clone" add -A
  git -C "$clone" -c user.name=Demo -c user.email=demo@example.invalid commit -qm 'Begin'
  git -C "$clone" push -q origin HEAD:main HEAD:develop HEAD:ai/queue
  judged_pipeline >"$pipeline"
  echo 'Good day, NAME.' >"$clone/greeting.txt"
  echo 'names are checked where they are read' >"$clone/name.txt"
  write_commit 'Greet by name'
  printf 'zero\none\ntwo\n' >"$clone/count.txt"
  write_commit 'Count'
}

pass() { # WHAT OUTCOME: one pass, its words, and what it must come to
  ((++judged))
  printf '\n── %s ──\n' "$1"
  "$host" run "$pipeline" --repo "$clone" --journal "$journals/judged-$judged.jsonl" |
    tee "$work/said.txt" || fail "this pass ended with ${PIPESTATUS[0]}; $(where)"
  grep -q "^pass $2" "$work/said.txt" || fail "this pass was to be \"$2\"; $(where)"
}

say_in_threads() {
  "$host" forge --repo "$remote" show 1 --json |
    jq -r '.threads[] | "  \(.path): " + (.comments | map(.author + " says: " + (.body | split("\n") | map(select(startswith("<!--") | not)) | .[0])) | join("\n    "))'
}

until_quiet() { # WHAT: passes, and the bot after each, until one changes nothing
  local before
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    before=$(state)
    pass "$1" ''
    "$host" forge --repo "$remote" bot | sed 's/^/the bot: /'
    [ "$before" != "$(state)" ] || return 0
  done
  fail "the second act comes to no end; $(where)"
}

second_act() {
  local judged=0
  printf '\n════ second act: what no rule can decide ════\n'
  begin_second_act
  pass 'a window of two commits' end
  local bot=("$host" forge --repo "$remote")
  "${bot[@]}" thread 1 --path count.txt --line 1 \
    --body $'_🎯 Functional Correctness_ | _🟠 Major_\n\n**The count begins at zero.**\n\nEverything else here counts from one.' >/dev/null
  "${bot[@]}" thread 1 --path greeting.txt --line 1 \
    --body $'_🎯 Functional Correctness_ | _🟡 Minor_\n\n**An empty name is greeted.**' >/dev/null
  "${bot[@]}" review 1 --body '**Actionable comments posted: 2**' >/dev/null
  "${bot[@]}" status develop --state success --description 'Review completed' >/dev/null
  echo 'the bot: two findings on the release #1'
  pass 'the release is merged, findings and all' end

  printf 'nought\none\ntwo\nfour\n' >"$clone/count.txt"
  write_commit 'Count farther'
  for i in 1 2 3 4 5 6; do echo "Label $i" >"$clone/labels/$i.txt"; done
  echo 'a label is a word and a number' >"$clone/rules.txt"
  write_commit 'Write labels as words'
  echo
  echo 'the working side: one commit on the line that a finding is about, one that changes more files than the cap'
  pass 'the findings are answered, the conflict with the fix is settled' end
  say_in_threads
  "${bot[@]}" bot | sed 's/^/the bot: /'
  until_quiet 'on to main'

  printf 'check\tcount\t2026-01-01T00:00:00Z count.txt has 4 lines, and limit.txt allows 3\n' |
    "${bot[@]}" run main --workflow CI --conclusion failure --log - >/dev/null
  echo 'CI: main is red'
  pass 'main is repaired' end
  "${bot[@]}" run main --workflow CI --conclusion success >/dev/null
  echo 'CI: main is green'
  until_quiet 'develop and the queue follow'
  prove_second_act
}
