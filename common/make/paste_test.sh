#!/bin/sh
# A rung that `make paste` prints compiles alone, outside this checkout: each chapter's last rung, or all of them with
# --all. Also the messages for rungs that do not exist.
# Usage: paste_test.sh [--all]   (in the repository's root)
set -eu
nvcc=${NVCC_FOUND:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
if ! [ -x "$nvcc" ]; then
    echo "there is no nvcc"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$*"
    exit 1
}

# The rungs by the names by which they are requested, chapter by chapter.
for chapter in chapters/[0-9]*-*; do
    number=${chapter#chapters/}
    number=${number%%-*}
    rungs=$(common/make/paste.sh "$number.?" 2>&1 >/dev/null | sed -n 's/^  \([^ ]*\) .*/\1/p')
    [ -n "$rungs" ] || fail "make paste lists no rung of chapter $number"
    [ "${1:-}" = --all ] || rungs=$(printf '%s\n' "$rungs" | tail -n 1)
    for rung in $rungs; do
        common/make/paste.sh "$rung" >"$work/$(printf '%s' "$rung" | tr '/' '_').cu" || fail "make paste RUNG=$rung fails"
    done
done
if grep -l '^#include "\|^#pragma once' "$work"/*.cu; then fail "a pasted rung still includes this project's headers"; fi
cd "$work"
"$nvcc" -std=c++17 -ptx -arch=sm_90 -t 2 ${NVCC_HOST:+-ccbin "$NVCC_HOST"} ./*.cu || fail "a pasted rung does not compile alone"
cd - >/dev/null

[ "$(common/make/paste.sh 04.warp_tiled)" = "$(common/make/paste.sh 04.13)" ] || fail "a rung's name and its number print different files"
common/make/paste.sh 04.1 | grep -q '^namespace coalesced' || fail "04.1 is not rung 1"
# refused RUNG WORDS: fails with exit code 2 and a message with these words, and prints nothing on standard output.
refused() {
    status=0
    printed=$(common/make/paste.sh "$1" 2>"$work/message") || status=$?
    [ $status = 2 ] && [ -z "$printed" ] && grep -q "$2" "$work/message" || fail "RUNG=$1: $(cat "$work/message")"
}
refused '' 'make paste RUNG=04.13'
refused 04 'make paste RUNG=04.13'
refused 04.99 '  04.13  warp_tiled'
refused 05.padding/7 '  05.padding/2  tiled'
refused 77.1 'There is no chapter 77; the chapters are: 01 02'
