#!/bin/sh
# What the course's programs write to a terminal and to a pipe: colours, bars and progress only to a terminal, no colour if
# NO_COLOR is set, nothing but text to a dumb terminal. script(1) gives a program a terminal.
set -u
command -v script >/dev/null || { echo "script is not installed (Debian: bsdutils)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
escape=$(printf '\033')
unset NO_COLOR
export TERM=xterm LC_ALL=C.UTF-8

# in_terminal COMMAND: what a terminal of 80 columns receives.
in_terminal() { script -qec "stty cols 80; $1" /dev/null </dev/null; }

# expect NAME WORDS: the output has the words. refuse NAME WORDS: it has not.
expect() { grep -qF -- "$2" "$folder/output" || { echo "FAILED: $1"; head -n 40 "$folder/output"; status=1; }; }
refuse() { ! grep -qF -- "$2" "$folder/output" || { echo "FAILED: $1"; head -n 40 "$folder/output"; status=1; }; }

ladder="build/02-transpose --skip-cpu --size 64x64"
in_terminal "$ladder" >"$folder/output" 2>&1
expect "a terminal gets bars" "█"
expect "a terminal gets colours" "${escape}[38;5;32m"
expect "a terminal sees which rung runs" "naive (3 of "
in_terminal "NO_COLOR=1 $ladder" >"$folder/output" 2>&1
expect "without colours there are bars" "█"
refuse "NO_COLOR leaves no colour" "${escape}[38;5;"
in_terminal "TERM=dumb $ladder" >"$folder/output" 2>&1
expect "a dumb terminal gets bars" "█"
refuse "a dumb terminal gets no escape sequence" "$escape"
in_terminal "LC_ALL=C $ladder" >"$folder/output" 2>&1
expect "a terminal without UTF-8 gets bars of #" "###"
refuse "a terminal without UTF-8 gets ASCII" "█"
$ladder >"$folder/output" 2>&1
refuse "a pipe gets no escape sequence" "$escape"
refuse "a pipe gets no bars" "█"
cp "$folder/output" "$folder/without"
$ladder --bars >"$folder/output" 2>&1
expect "--bars draws them in a pipe" "█"
refuse "--bars writes no escape sequence" "$escape"
in_terminal "$ladder --no-bars" >"$folder/output" 2>&1
refuse "--no-bars leaves them out" "█"

report="build/simt --launch-count 1 $ladder --rung naive"
in_terminal "$report" >"$folder/output" 2>&1
expect "a report's heading stands out" "${escape}[1mnaive"
in_terminal "NO_COLOR=1 $report" >"$folder/output" 2>&1
refuse "a report honours NO_COLOR" "${escape}[1m"
$report >"$folder/output" 2>&1
refuse "a report in a pipe has no escape sequence" "$escape"

in_terminal "build/run-tests --work $folder/runs --scripts true false" >"$folder/output" 2>&1
expect "passed tests are green" "${escape}[38;5;28mok"
expect "failed tests are red" "${escape}[1;38;5;196mFAILED"
expect "the tests are counted" "0 of 2 test programs"
build/run-tests --work "$folder/runs" --scripts true false >"$folder/output" 2>&1
refuse "the test runner writes no escape sequence into a pipe" "$escape"
exit $status
