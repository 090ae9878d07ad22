#!/bin/sh
# Runs programs/copies.cu on a GPU and on the emulator and shows where they differ; with ncu, also what ldmatrix and tensor
# copies cost. Writes what the GPU said to FILE.
# Usage: copies.sh FILE   (in the repository's root, after make; exit code 1 where the two differ)
set -eu
[ $# -eq 1 ] || { echo "usage: $0 FILE" >&2; exit 2; }
here=common/simt/hardware
work=build/hardware
mkdir -p $work "$(dirname "$1")"
nvcc -std=c++17 -O3 -gencode arch=compute_90,code=[sm_90,compute_90] -lineinfo --cudart shared -I. \
    -o $work/copies $here/programs/copies.cu
faults="size_of_60_bytes source_at_byte_8 target_at_byte_8 target_past_shared_memory source_nowhere tile_at_byte_64
    no_tensor_map"
# run_all COMMAND…: every case and every fault; a case that hangs is one, too
run_all() {
    timeout 60 "$@" || echo "ended with $?"
    for fault in $faults; do
        timeout 20 "$@" $fault 2>/dev/null || echo "$fault: ended with $?"
    done
}
run_all $work/copies >$work/copies_gpu.txt
run_all build/simt --quiet $work/copies >$work/copies_emulator.txt
{
    $here/provenance.sh
    cat $work/copies_gpu.txt
} >"$1"
if command -v ncu >/dev/null; then
    $here/ncu_counts.sh 'count_|load_box' $work/copies >$work/copies_counts.csv
    echo "# counted by ncu; compare with shared_load_wavefronts, shared_store_wavefronts, global_load_requests of"
    echo "# build/simt --json FILE $work/copies, launch by launch"
    cat $work/copies_counts.csv
fi | tee -a "$1"
diff $work/copies_gpu.txt $work/copies_emulator.txt && echo "the emulator says the same"
