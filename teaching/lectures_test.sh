#!/bin/sh
# A lecture takes 90 minutes and names exercises by their titles; a test has 8 to 10 questions, and an answer for each.
set -u
status=0
fail() {
    printf 'FAILED: %s\n' "$*"
    status=1
}
for lecture in teaching/[0-9]*.md; do
    minutes=$(awk -F '|' '/^\| minutes /{ table = 1 } table && /^$/ { exit } table { sum += $2 } END { print sum }' "$lecture")
    [ "$minutes" = 90 ] || fail "$lecture takes 90 minutes, not $minutes"
    named=$(sed -n 's/^| \([0-9][0-9]\.[0-9]* .*[^ ]\) | [0-9]* | .*/\1/p' "$lecture")
    [ -n "$named" ] || fail "$lecture names exercises"
    printf '%s\n' "$named" | while read -r number title; do
        grep -qxF "# $number: $title" exercises/*/*/README.md || echo "FAILED: $lecture: there is no exercise $number: $title"
    done | grep . && status=1
done
for test in teaching/tests/*.md; do
    case $test in *-answers.md) continue ;; esac
    questions=$(grep -c '^[0-9]*\. ' "$test")
    [ "$questions" -ge 8 ] && [ "$questions" -le 10 ] || fail "$test has 8 to 10 questions, not $questions"
    answered=$(sed -n 's/^\*\*\([0-9][^*]*\)\.\*\*.*/\1/p' "${test%.md}-answers.md" | awk '
        { gsub(/\./, "") }
        $2 == "to" { for (k = $1; k <= $3; ++k) print k; next }
        { print $1 }
        $2 == "and" { print $3 }' | sort -n | paste -sd ' ')
    [ "$answered" = "$(seq "$questions" | paste -sd ' ')" ] || fail "${test%.md}-answers.md answers questions $answered of $questions"
done
exit $status
