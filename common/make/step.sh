#!/bin/sh
# Runs one build step: prints a short label, then whatever the command has to say as one block, so that the messages of
# parallel steps do not mix. `make V=1` prints the whole command in place of the label.
#
# usage: common/make/step.sh LABEL TARGET COMMAND [ARGUMENT...]
#
# Where the command names TARGET or the list of headers beside it (TARGET with .d in place of .o), these are given other names, and
# the files get their own when the command has succeeded: a build that was interrupted, or that runs twice at once, leaves no
# half-written file under a name that make trusts. The target is as old as the moment at which the command began: a source that is
# saved meanwhile is newer, and the next call of make looks at it again. TARGET may be "-".
# With BUILD_TIMES=FILE in the environment a line is added to FILE: start, end, user and system time of the step, label.
label=$1
target=$2
headers=${2%.o}.d
shift 2
[ -z "${V:-}" ] || label=$*
read -r host </proc/sys/kernel/hostname || host=here
part=$target.$host.$$
for word; do
    shift
    case $word in "$target") word=$part ;; "$headers") word=$part.d ;; esac
    set -- "$@" "$word"
done
# What steps left that were killed on this machine.
for old in "$target.$host".*; do
    process=${old#"$target.$host."}
    [ ! -e "$old" ] || grep -qs step.sh "/proc/${process%%.*}/cmdline" || rm -f -- "$old"
done
trap 'rm -f -- "$part" "$part.d" "$part.times" "$part.began"' EXIT
trap 'exit 130' INT TERM HUP
printf '  %s\n' "$label"
[ -z "${BUILD_TIMES:-}" ] || started=$(date +%s.%N)
[ "$target" = - ] || : >"$part.began" || exit
log=$("$@" 2>&1)
status=$?
if [ -n "${BUILD_TIMES:-}" ]; then
    times >"$part.times"  # (in a pipe it would tell of the pipe)
    printf '%s %s %s %s\n' "$started" "$(date +%s.%N)" "$(tail -n 1 "$part.times")" "$label" >>"$BUILD_TIMES"
fi
[ -z "$log" ] || printf '%s\n' "$log" >&2
case $log in *'No space left on device'* | *'quota exceeded'*)
    echo "The disk is full. Free some space and run make again: it goes on where it stopped." >&2 ;;
esac
[ $status = 0 ] || exit $status
[ ! -e "$part.d" ] || mv -f "$part.d" "$headers" || exit
[ ! -e "$part" ] || { touch -r "$part.began" "$part" && mv -f "$part" "$target"; } || exit
