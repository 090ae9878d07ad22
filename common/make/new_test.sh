#!/bin/sh
# make new begins a chapter that builds, runs and passes its tests, and an exercise that make verify accepts. Names that are
# taken or not valid are refused with a sentence.
set -u
command -v patch >/dev/null || { echo "patch is not installed"; exit 77; }
. common/course/linked_copy.sh
trap leave_copy EXIT
cp exercises/stubs.txt stubs.txt && mv stubs.txt exercises/stubs.txt
status=0
# expect NAME CODE WORDS COMMAND…: the command ends with the code, and its output contains the words.
expect() {
    name=$1 expected=$2 words=$3
    shift 3
    said=$("$@" 2>&1)
    code=$?
    case $code$said in "$expected"*"$words"*) return ;; esac
    printf 'FAILED: %s. Exit code %s, and not "%s" in:\n%s\n' "$name" "$code" "$words" "$said"
    status=1
}

expect "a chapter is begun" 0 "Chapter 99-new-idea is in chapters/99-new-idea." make new CHAPTER=99-new-idea
expect "its tables are up to date" 0 "" build/99-new-idea --tables chapters/99-new-idea/README.md --check
expect "it runs" 0 "naive       ok" make run-99 ARGS="--size 1003"
expect "its tests are built" 0 "" make build/test/chapters-99-new-idea
expect "and pass" 0 "0 failed" build/test/chapters-99-new-idea
expect "an exercise is begun" 0 "Exercise 99.1 is in exercises/99-new-idea/1-half-a-warp" make new EX=99.1 NAME=half-a-warp
expect "verify accepts it" 0 "7 passed, 0 failed" make verify EX=99.1
if grep -rn 'NN' chapters/99-new-idea exercises/99-new-idea solutions/99-new-idea; then
    echo "FAILED: a number was not put in"
    status=1
fi

new=common/make/new.sh
expect "nothing is asked for" 2 "Say what: make new CHAPTER=" $new '' '' ''
expect "two things" 2 "Say what: make new CHAPTER=" $new 98-x 98.1 ''
expect "a number that is taken" 2 "There is a chapter 02: chapters/02-transpose." $new 02-again '' ''
for name in 6-x 98 98-X 98-x_y 98- 98--x '98-x y' ../98-x; do
    expect "no name for a chapter" 2 "a chapter is called like" $new "$name" '' ''
done
expect "an exercise that is there" 2 "There is an exercise 02.1: exercises/02-transpose/1-" $new '' 02.1 x
expect "an exercise of no chapter" 2 "There is no chapter 98: make new CHAPTER=98-some-name begins one." $new '' 98.1 x
for number in 2.9 02 02.0 02.09 02.x 02.9.9; do
    expect "no number for an exercise" 2 "an exercise has a number like 02.9" $new '' "$number" x
done
for name in '' X x_y 'x y' ../x; do
    expect "no name for an exercise" 2 "an exercise is called like" $new '' 02.90 "$name"
done
exit $status
