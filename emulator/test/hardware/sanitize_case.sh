#!/bin/sh
# One case of the corpus under one tool of compute-sanitizer: a line of CSV in build/hardware/sanitizers/rows, and the whole
# of what the tool said in …/logs. Called by sanitizers.sh, which builds the programs.
# Usage: sanitize_case.sh DEADLINE SECONDS PROGRAM/CASE TOOL   (nothing is done after DEADLINE, in seconds since 1970)
set -eu
deadline=$1 seconds=$2 program=${3%%/*} case=${3#*/} tool=$4
[ "$(date +%s)" -lt "$deadline" ] || exit 0
name=$(echo "$3.$tool" | tr / .)
log=build/hardware/sanitizers/logs/$name
argument=$case/wrong
[ "$case" != right ] || argument=right
options="--print-limit 4"
[ "$tool" != memcheck ] || options="$options --leak-check full"
status=0
timeout -k 2 "$seconds" compute-sanitizer --tool "$tool" $options "build/hardware/$program" "$argument" \
    >"$log" 2>&1 </dev/null || status=$?
# The first complaint: neither the heading, nor the details below a complaint, nor the summary.
message=$(sed -n 's/^========= *\([^ ].*\)/\1/p; s/^=========     .*//p' "$log" |
    grep -v 'COMPUTE-SANITIZER\|SUMMARY\|Target application' | head -1 | sed 's/0x[0-9a-f]*/ADDRESS/g' | tr ',"' ';.')
if [ $status -ge 124 ]; then
    found=hung
elif grep -q 'SUMMARY: 0 \(errors\|hazards\)' "$log"; then
    found=no message=
elif [ -n "$message" ] && grep -q SUMMARY "$log"; then
    found=yes
else
    found=failed message=$(tail -1 "$log" | tr ',"' ';.')
fi
echo "$3,$tool,$found,$message" >"build/hardware/sanitizers/rows/$name"
