# Sourced by demo/run: what must be true once the queue is drained, asked of git and of the forge alone.

failed=0
claim() {
  if [ "$1" = "$2" ]; then
    printf '  proved: %s\n' "$3"
  else
    printf '  WRONG:  %s (expected %s, found %s)\n' "$3" "$1" "$2"
    failed=1
  fi
}

# How many of the queue's commits reached main once: as themselves, or as the copies that name them.
reached_once() {
  git -C "$remote" log --format='%H%n%B' main |
    sed -nE 's/^([0-9a-f]{40})$/\1/p; s/^\(cherry picked from commit ([0-9a-f]{40})\)$/\1/p' |
    sort | uniq -c | awk '$1 == 1 { print $2 }' >"$work/once"
  printf '%s\n' "${queue[@]}" | sort | comm -12 - "$work/once" | wc -l
}

windows_over_cap() {
  local over=0 first second files
  while read -r first second; do
    files=$(git -C "$remote" diff-tree -r -M50% -l0 --no-ext-diff --no-commit-id --name-only -z \
      "$(git -C "$remote" merge-base "$first" "$second")" "$second" | tr -cd '\0' | wc -c)
    ((files <= cap)) || ((++over))
  done < <(git -C "$remote" log --first-parent --merges --format='%P' main)
  echo "$over"
}

releases() {
  "$host" forge --repo "$remote" show --json | jq '[.pulls[] | select(.state == "merged")] | length'
}

where() {
  if [ -n "$keep" ]; then echo "what happened is in $journals"; else echo "run with --keep DIR to have the journals"; fi
}

prove() {
  local before changing="commits"
  ((idle == 0)) || changing="commits that change something"
  printf '\n── proof ──\n'
  claim "$(git -C "$remote" rev-parse "$queue_tip^{tree}")" "$(git -C "$remote" rev-parse 'main^{tree}')" \
    "main's tree is the queue's tree"
  claim "${#queue[@]}" "$(reached_once)" "each of the ${#queue[@]} $changing reached main, once"
  claim 0 "$(windows_over_cap)" "no release held more than the cap of $cap"
  before=$(state)
  "$host" run "$pipeline" --repo "$clone" --journal "$journals/last.jsonl" >"$work/last.txt" || true
  claim "$before" "$(state)" "one more pass changed nothing"
  printf '  passes: %d, releases: %d\n' "$passes" "$(releases)"
  ((failed == 0)) || fail "the proof does not hold; $(where)"
}

prove_second_act() {
  local before
  printf '\n── proof ──\n'
  claim "one two three four" "$(git -C "$remote" show main:count.txt | xargs)" "the fix and the work on top of it are both on main"
  claim 0 "$("$host" forge --repo "$remote" show 1 --json | jq '[.threads[] | select(.comments[-1].author == "coderabbitai[bot]")] | length')" \
    "every finding of the first release has our answer"
  claim "Label 6" "$(git -C "$remote" show main:labels/6.txt)" "the commit over the cap reached main"
  claim 4 "$(git -C "$remote" show main:limit.txt)" "the repair is on main"
  for subject in 'Greet by name' 'Count' 'Count farther' 'Count from one' 'Say how labels are written' 'Write the labels so'; do
    claim 1 "$(git -C "$remote" log --format=%s main | grep -cx "$subject")" "\"$subject\" is there once"
  done
  before=$(state)
  "$host" run "$pipeline" --repo "$clone" --journal "$journals/judged-last.jsonl" >"$work/last.txt" || true
  claim "$before" "$(state)" "one more pass changed nothing"
  ((failed == 0)) || fail "the proof does not hold; $(where)"
}
