#!/bin/sh
# Runs programs/errors.cu on a GPU and on the emulator and shows where they differ. Writes what the GPU said to FILE.
# Usage: errors.sh FILE   (in the repository's root, after make; exit code 1 where the two differ)
set -eu
[ $# -eq 1 ] || { echo "usage: $0 FILE" >&2; exit 2; }
here=emulator/test/hardware
work=build/hardware
mkdir -p "$(dirname "$1")"
$here/build.sh $here/programs/errors.cu
$work/errors >$work/errors_gpu.txt
{
    $here/provenance.sh
    cat $work/errors_gpu.txt
} >"$1"
# Where a GPU's runtime crashes the emulator returns an error.
sed -n 's/crashes$//p' $work/errors_gpu.txt >$work/errors_crashed.txt
grep -v crashes $work/errors_gpu.txt >$work/errors_ended.txt
build/simt --quiet $work/errors >$work/errors_emulator.txt 2>/dev/null
grep -vFf $work/errors_crashed.txt $work/errors_emulator.txt |
    diff $work/errors_ended.txt - && echo "the emulator says the same"
