#!/bin/sh
# Runs programs/textures_probed.cu on a GPU and on the emulator and shows where they differ. Writes what the GPU said to FILE.
# Usage: textures.sh FILE   (in the repository's root, after make; exit code 1 where the two differ)
set -eu
[ $# -eq 1 ] || { echo "usage: $0 FILE" >&2; exit 2; }
here=emulator/test/hardware
work=build/hardware
mkdir -p "$(dirname "$1")"
$here/build.sh $here/programs/textures_probed.cu
$work/textures_probed >$work/textures_gpu.txt
{
    $here/provenance.sh
    cat $work/textures_gpu.txt
} >"$1"
build/simt --quiet $work/textures_probed | diff $work/textures_gpu.txt - && echo "the emulator says the same"
