#!/bin/sh
# Runs one build step: prints a short label, then the command's output as one block, so that the messages of parallel
# steps do not mix. `make V=1` prints the whole command instead of the label.
#
# Usage: step.sh LABEL TARGET COMMAND [ARGUMENT...]
#
# If the command names TARGET or the list of headers beside it (TARGET with .d instead of .o), it is given temporary
# names, and the files are renamed when the command has succeeded: an interrupted build, or two builds at once, leave
# no half-written file under a name that make trusts. The target's time is that of the command's start: a source saved
# during the command is newer, and the next make looks at it again. TARGET may be "-". With BUILD_TIMES=FILE in the
# environment, appends a line to FILE: start, end, user and system time of the step, label.
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
# Leftovers of steps that were killed on this machine.
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
    times >"$part.times"  # (in a pipe it would give the pipe's times)
    printf '%s %s %s %s\n' "$started" "$(date +%s.%N)" "$(tail -n 1 "$part.times")" "$label" >>"$BUILD_TIMES"
fi
[ -z "$log" ] || printf '%s\n' "$log" >&2
case $log in *'No space left on device'* | *'quota exceeded'*)
    echo "The disk is full. Free some space and run make again: it goes on where it stopped." >&2 ;;
esac
[ $status = 0 ] || exit $status
[ ! -e "$part.d" ] || mv -f "$part.d" "$headers" || exit
# The target's own name comes last: a step that is killed before it leaves what the next one removes.
[ ! -e "$part" ] || { touch -r "$part.began" "$part" && rm -f "$part.began" && mv -f "$part" "$target"; } || exit
