#!/bin/sh
# Runs programs/tensor_probed.cu on a GPU and on the emulator and shows where they differ. Writes what the GPU said into FOLDER:
#   tensor_cores.txt           digests of about 2,000 results of each form, which tensor_cores_test.cpp compares
#   tensor_cores_million.txt   digests of a million results of each form, of other random numbers
# Where digests differ, tensor_probed's --raw and --against count how many results do, and by how much.
# Usage: tensor_cores.sh FOLDER [SEED]   (in the repository's root, after make; half an hour; exit code 1 where the two differ)
set -eu
[ $# -ge 1 ] || { echo "usage: $0 FOLDER [SEED]" >&2; exit 2; }
here=emulator/test/hardware
work=build/hardware
mkdir -p "$1"
$here/build.sh $here/programs/tensor_probed.cu
# million COMMAND…: with the seed, each form that has arithmetic of its own
million() {
    for word in mma.sync.aligned.m mma.sp.sync mma.sp::ordered wmma.mma m64n8k m64n64k; do
        "$@" --results 1000000 --seed "${seed:-20261123}" $word
    done
}
seed=${2:-}
for size in "" _million; do $here/provenance.sh >"$1/tensor_cores$size.txt"; done
$work/tensor_probed >$work/tensor_gpu.txt
million $work/tensor_probed >$work/tensor_gpu_million.txt
cat $work/tensor_gpu.txt >>"$1/tensor_cores.txt"
cat $work/tensor_gpu_million.txt >>"$1/tensor_cores_million.txt"
build/simt --quiet $work/tensor_probed | diff $work/tensor_gpu.txt -
million build/simt --quiet $work/tensor_probed | diff $work/tensor_gpu_million.txt - && echo "the emulator says the same"
