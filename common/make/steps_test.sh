#!/bin/sh
# Every rung is a file, and every step is one idea. A rung includes only CUDA's and the compiler's headers and
# common/cuda. From one rung to the next at most 60 lines change; or the first line says "New base:" and why, and then
# more than 60 must change.
#
# The lines that change are those that `diff` adds and removes, without comments, blank lines and #include lines. A
# header of common/cuda that only one of the two rungs includes counts as part of it.
# Usage: steps_test.sh [--list] [FOLDER]   (in the repository's root; --list prints the lines of every step)
set -eu
most=60
list=no
if [ "${1:-}" = --list ]; then
    list=yes
    shift
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Writes the code of $1.all, without comments and without the headers in $work/both, to $1.code.
code() {
    awk -F '\t' '
        NR == FNR { both[$0]; next }
        $1 in both { next }
        {
            sub(/^[^\t]*\t/, "")
            sub(/[ \t]*\/\/.*/, "")
            if ($0 !~ /^[ \t]*$/ && $0 !~ /^#include/) print
        }' "$work/both" "$1.all" >"$1.code"
}
headers() { cut -f 1 "$1.all" | grep '^common/cuda/' | sort -u; }

status=0
say() {
    echo "$*"
    status=1
}
for folder in $(find "${1:-chapters}" -name '[0-9]*_*.cu' ! -path '*/test/*' | sed 's|/[^/]*$||' | sort -u); do
    before=
    for rung in $(find "$folder" -maxdepth 1 -name '[0-9]*_*.cu' | sort -V); do
        foreign=$(sed -n 's/^#include "\(.*\)".*/\1/p' "$rung" | grep -v '^common/cuda/' | paste -s -d , || true)
        [ -z "$foreign" ] || say "$rung includes $foreign: a rung includes CUDA's headers and common/cuda, so that it can be pasted."
        awk -v origins=1 -f common/make/paste.awk "$rung" >"$work/after.all"
        headers "$work/after" >"$work/after.headers" || true
        if [ -n "$before" ]; then
            comm -12 "$work/before.headers" "$work/after.headers" >"$work/both"
            # With an empty file awk would take the next file for the first.
            echo none >>"$work/both"
            code "$work/before"
            code "$work/after"
            changed=$(diff "$work/before.code" "$work/after.code" | grep -c '^[<>]' || true)
            [ $list = no ] || printf '%4d  %s -> %s\n' "$changed" "$before" "${rung##*/}"
            case $(head -n 1 "$rung") in
            *'New base: '*)
                [ "$changed" -gt $most ] || say "$rung begins with \"New base:\", and differs from $before in $changed lines: a step. Leave the words out."
                ;;
            *)
                [ "$changed" -le $most ] || say "$rung differs from $before in $changed lines, more than $most. Make two steps of it where there are two ideas, or begin its first line with \"// New base: \" and why."
                ;;
            esac
        fi
        before=$rung
        mv "$work/after.all" "$work/before.all"
        mv "$work/after.headers" "$work/before.headers"
    done
done
exit $status
