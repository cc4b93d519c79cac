# Sourced by demo/run: the queue, made from a real history.

# Is this a repository whose commits can be a queue?
check_source() {
  local words format
  [ -d "$1" ] || fail "--from $1: there is no such folder"
  words=$(git -C "$1" rev-parse --git-dir 2>&1) ||
    fail "--from $1: git does not read it as a repository; it says: $words"
  format=$(git -C "$1" rev-parse --show-object-format)
  [ "$format" = sha1 ] || fail "--from $1: its object format is $format, and only sha1 is read"
}

# A copy of commit $2 of repository $1 with the one parent $3 (none when empty), the same tree, author and message;
# a signature is left out, and a trailer $4 is added where there is one. Prints the new id. Objects go to $objects.
rebuild_commit() {
  local from=$1 commit=$2 parent=$3 trailer=$4
  git -C "$from" cat-file commit "$commit" | awk -v parent="$parent" -v trailer="$trailer" '
    body { print; last = $0; next }
    /^$/ { body = 1; print; next }
    /^ / { if (!dropped) print; next }
    { dropped = ($1 == "parent" || $1 == "gpgsig" || $1 == "gpgsig-sha256" || $1 == "mergetag") }
    dropped { next }
    { print }
    $1 == "tree" && parent != "" { print "parent " parent }
    END { if (trailer != "") { if (last != "") print ""; print trailer } }
  ' | git -C "$from" hash-object -t commit -w --stdin
}

# A small repository of its own for a source that is too short or shallow: 24 commits over a few folders.
make_history() {
  local folder=$1 i
  git init -q --initial-branch=main "$folder"
  for i in $(seq 1 24); do
    mkdir -p "$folder/part$((i % 5))"
    printf 'line %s\n' $(seq 1 $((i + 3))) >"$folder/part$((i % 5))/file$((i % 7)).txt"
    ((i % 8)) || for j in $(seq 1 9); do echo "$i" >"$folder/generated$j.txt"; done
    git -C "$folder" add -A
    GIT_AUTHOR_DATE="@$((1700000000 + i * 60)) +0000" GIT_COMMITTER_DATE="@$((1700000000 + i * 60)) +0000" \
      git -C "$folder" -c user.name=Demo -c user.email=demo@example.invalid commit -q --allow-empty -m "Change $i"
  done
}

# How many files a commit changes against its first parent, as a review counts them.
files_of() {
  git -C "$1" diff-tree -r -M50% -l0 --no-ext-diff --no-commit-id --name-only -z "$2^1" "$2" | tr -cd '\0' | wc -c
}

# build_queue FROM COMMITS CAP WORK REMOTE: main and develop at the base, ai/queue at the rebuilt history; sets
# `queue` (the rebuilt ids of the commits that change something, oldest first), `idle` (how many change nothing) and
# `queue_tip`.
build_queue() {
  local from=$1 commits=$2 cap=$3 work=$4 remote=$5 ids base tip commit trailer files why='' n=0 claims=0
  ids=$(git -C "$from" rev-list --first-parent -n "$((commits > 11 ? commits + 1 : 12))" HEAD 2>/dev/null || true)
  [ "$(wc -w <<<"$ids")" -ge 12 ] || why="has fewer than 12 commits"
  [ "$(git -C "$from" rev-parse --is-shallow-repository 2>/dev/null || echo none)" != true ] || why="is shallow"
  ids=$(head -n "$((commits + 1))" <<<"$ids")
  if [ -n "$why" ]; then
    echo "demo: $from $why: this is NOT its history, one of 24 commits is made instead"
    from=$work/history
    make_history "$from"
    ids=$(git -C "$from" rev-list --first-parent -n "$((commits + 1))" HEAD)
  fi

  objects=$work/objects
  mkdir -p "$objects"
  GIT_ALTERNATE_OBJECT_DIRECTORIES=$(cd "$from" && cd "$(git rev-parse --git-path objects)" && pwd)
  export GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_OBJECT_DIRECTORY=$objects
  mapfile -t ids < <(tac <<<"$ids")
  echo "demo: reading $((${#ids[@]} - 1)) commits of $from"
  base=$(rebuild_commit "$from" "${ids[0]}" "" "")
  tip=$base
  queue=() idle=0
  for commit in "${ids[@]:1}"; do
    ((++n))
    trailer=
    files=$(files_of "$from" "$commit")
    if ((files > cap)); then
      trailer="Express: alone over the cap of the demo"
      echo "demo: ${commit:0:10} alone changes $files files, over the cap of $cap: it claims the express lane"
    elif ((n % 7 == 3)); then
      trailer="Express: chosen by the demo"
    fi
    [ -z "$trailer" ] || ((++claims))
    tip=$(rebuild_commit "$from" "$commit" "$tip" "$trailer")
    # A commit that changes nothing has nothing to bring to main: it is in the queue, and a window drops it.
    if [ "$(git -C "$from" rev-parse "$tip^{tree}")" != "$(git -C "$from" rev-parse "$tip^^{tree}")" ]; then
      queue+=("$tip")
    else
      ((++idle))
    fi
  done
  queue_tip=$tip
  # The source's hooks and settings for pushes are not asked: this is no push of its owner's.
  git -C "$from" -c push.gpgSign=false push -q --no-verify --no-follow-tags --recurse-submodules=no "$remote" \
    "$base:refs/heads/main" "$base:refs/heads/develop" "$tip:refs/heads/ai/queue"
  unset GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_OBJECT_DIRECTORY
  echo "demo: a queue of $n commits from $from, $claims of which claim the express lane; cap $cap files"
}
