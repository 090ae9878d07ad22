#!/bin/sh
# Runs one build step: prints a short label, then whatever the command has to say as one block, so that the messages of
# parallel steps do not mix. `make V=1` prints the whole command in place of the label.
#
# usage: common/make/step.sh LABEL TARGET COMMAND [ARGUMENT...]
#
# Where the command names TARGET, it is given another name, and the file gets its own when the command has succeeded: a build
# that was interrupted, or that runs twice at once, leaves no half-written file under a name that make trusts. TARGET may be "-".
# With BUILD_TIMES=FILE in the environment a line is added to FILE: start, end, user and system time of the step, label.
label=$1
target=$2
shift 2
[ -z "${V:-}" ] || label=$*
part=$target.$$
for word; do
    shift
    [ "$word" != "$target" ] || word=$part
    set -- "$@" "$word"
done
trap 'rm -f -- "$part" "$part.times"' EXIT
trap 'exit 130' INT TERM HUP
printf '  %s\n' "$label"
[ -z "${BUILD_TIMES:-}" ] || started=$(date +%s.%N)
log=$("$@" 2>&1)
status=$?
if [ -n "${BUILD_TIMES:-}" ]; then
    times >"$part.times"  # (in a pipe it would tell of the pipe)
    printf '%s %s %s %s\n' "$started" "$(date +%s.%N)" "$(tail -n 1 "$part.times")" "$label" >>"$BUILD_TIMES"
fi
[ -z "$log" ] || printf '%s\n' "$log" >&2
case $log in *'No space left on device'*)
    echo "The disk is full. Free some space and run make again: it goes on where it stopped." >&2 ;;
esac
[ $status != 0 ] || [ ! -e "$part" ] || mv -f "$part" "$target" || exit
exit $status
