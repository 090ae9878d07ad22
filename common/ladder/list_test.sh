#!/bin/sh
# Every chapter's program lists exactly the rungs in its folder, the files N_name.cu.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAILED: $1" >&2
    failed=1
}

# files_listed PROGRAM: the files in its list, sorted.
files_listed() { "$1" --list --json | sed -n 's/.*"file":"\([^"]*\)".*/\1/p' | sort; }

# files_in CHAPTER: the rungs in a chapter's folder, sorted.
files_in() { (cd "$1" && find . -name '[0-9]*_*.cu' | sed 's|^\./||' | sort); }

# agree PROGRAM CHAPTER: prints what only one of them has, "<" for the list and ">" for the folder; fails if anything
# differs.
agree() {
    files_listed "$1" >"$work/listed"
    files_in "$2" >"$work/there"
    diff "$work/listed" "$work/there" | grep '^[<>]'
    [ -s "$work/listed" ] && cmp -s "$work/listed" "$work/there"
}

for chapter in chapters/[0-9]*-*; do
    agree "build/$(basename "$chapter")" "$chapter" || fail "$chapter: of the rungs above, < has a row in ladder.cpp and no file, > a file and no row"
done

# Two rungs; first one file is missing, then both are there, then there is one too many.
mkdir "$work/chapter"
cat >"$work/program" <<'END'
#!/bin/sh
printf '[\n  {"number":1,"name":"a","file":"1_a.cu","idea":""},\n  {"number":2,"name":"b","file":"more/x/2_b.cu","idea":""}\n]\n'
END
chmod +x "$work/program"
touch "$work/chapter/1_a.cu"
[ "$(agree "$work/program" "$work/chapter")" = "< more/x/2_b.cu" ] || fail "a file that is missing is found"
mkdir -p "$work/chapter/more/x"
touch "$work/chapter/more/x/2_b.cu"
agree "$work/program" "$work/chapter" || fail "a list of the files that are there is right"
touch "$work/chapter/3_c.cu"
[ "$(agree "$work/program" "$work/chapter")" = "> 3_c.cu" ] || fail "a file that no row names is found"
agree false "$work/chapter" >"$work/output" && fail "a program without a list is refused"

exit $failed
