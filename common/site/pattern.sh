#!/bin/sh
# Runs a rung on the emulator at a small size, and writes a page that shows, step by step, what the first block of each of its
# launches accesses. No page if the rung launches nothing here, as some do with an older toolkit.
#
# Usage: pattern.sh PAGE PROGRAM [ARGUMENT...]   (in the repository's root)
set -eu
page=$1
shift
trace=${page%.html}  # (its name is the page's title)
trap 'rm -f "$trace" "$trace.log"' EXIT
trap 'exit 130' INT TERM
rm -f "$page"
build/simt --trace "$trace" --trace-of 0,0,0 "$@" --skip-cpu --seed 1 >"$trace.log" 2>&1 || {
    cat "$trace.log" >&2
    exit 1
}
! grep -q '^launch ' "$trace" || build/simt view "$trace" -o "$page" >/dev/null
