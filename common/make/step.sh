#!/bin/sh
# Runs one build step: prints a short label, then whatever the command has to say as one block, so that the messages of
# parallel steps do not mix. `make V=1` prints the whole command in place of the label. In a build of STEPS steps the label
# begins with the number of this one, its line in build/steps.
#
# usage: common/make/step.sh LABEL COMMAND [ARGUMENT...]
label=$1
shift
[ -z "${V:-}" ] || label=$*
if [ "${STEPS:-0}" -gt 0 ]; then
    echo $$ >>build/steps  # steps run side by side: each looks for its own line
    label="[$(sed -n "/^$$\$/=" build/steps | tail -n 1)/$STEPS] $label"
fi
printf '  %s\n' "$label"
log=$("$@" 2>&1)
status=$?
[ -z "$log" ] || printf '%s\n' "$log" >&2
exit $status
