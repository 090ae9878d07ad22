#!/bin/sh
# Checks that a solution still matches its stub and its wrong answers.
#
# A stub equals its solution except for the lines between "// your work begins" and "// your work ends"; each has its
# own opening comment and includes. A stub that differs from git's version holds somebody's work: it is left alone,
# and the test is skipped (exit code 77). A wrong answer is a patch that applies to the solution.
set -u
status=0
edited=
for solution in solutions/*/*/*.cu; do
    stub=exercises/${solution#solutions/}
    [ -e "$stub" ] || { echo "$stub is missing; git checkout brings it back."; status=1; continue; }
    said=$(awk -v stub="$stub" -v solution="$solution" '
        FNR == 1 { opening = 1 }
        opening && /^\/\// { next }
        { opening = 0 }
        /^#include/ || NF == 0 { next }
        NR != FNR { solved[++n] = $0; next }
        /^\/\/ your work begins$/ { ++begun; next }
        /^\/\/ your work ends$/ { ++ended; next }
        ended { after[++a] = $0; line_after[a] = FNR; next }
        !begun { before[++b] = $0; line_before[b] = FNR }
        function compare(line, text, other) {
            if (text == other || said++) return
            printf "%s:%d: %s\n  is no part of the work, and in %s there is: %s\n", stub, line, text, solution, other
        }
        END {
            if (begun != 1 || ended != 1)
                print stub ": one line should be \"// your work begins\", and one below it \"// your work ends\"."
            for (k = 1; k <= b; ++k) compare(line_before[k], before[k], solved[k])
            for (k = 1; k <= a; ++k) compare(line_after[k], after[k], solved[n - a + k])
        }' "$stub" "$solution")
    if [ -z "$said" ]; then
        continue
    elif git diff --quiet -- "$stub" 2>/dev/null || [ ! -e .git ]; then
        printf '%s\n' "$said"
        status=1
    else
        edited="$edited $stub"
    fi
done
if command -v patch >/dev/null; then
    for wrong in solutions/*/*/wrong/*.diff; do
        patch --silent --unified --fuzz=0 --force --dry-run "${wrong%/wrong/*}"/*.cu "$wrong" >/dev/null ||
            { echo "$wrong does not fit the solution any more: exercises/README.md says how to write it."; status=1; }
    done
fi
[ $status = 0 ] || exit 1
[ -z "$edited" ] || { echo "somebody's work is left alone:$edited"; exit 77; }
