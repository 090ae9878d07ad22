#!/bin/sh
# Runs programs/copies.cu on a GPU and on the emulator and shows where they differ; with ncu, also what ldmatrix and
# stmatrix cost. Writes what the GPU said to FILE. Each case has a process of its own, and the faults come last: some of them
# hang a GPU's kernel until it is stopped.
# Usage: copies.sh FILE   (in the repository's root, after make; exit code 1 where the two differ)
set -eu
[ $# -eq 1 ] || { echo "usage: $0 FILE" >&2; exit 2; }
here=emulator/test/hardware
work=build/hardware
mkdir -p "$(dirname "$1")"
$here/build.sh $here/programs/copies.cu
faults="source_at_byte_8 target_at_byte_8 source_nowhere tile_at_byte_64 no_tensor_map
    map_of_two_dimensions_used_with_three map_not_aligned size_of_60_bytes target_past_shared_memory"
$work/copies list >$work/copies_names.txt
# run_all COMMAND…: every case and every fault; what hangs is said to
run_all() {
    while read -r name; do
        timeout 20 "$@" "$name" 2>/dev/null || [ $? -eq 1 ] || echo "$name: hangs"
    done <$work/copies_names.txt
    for fault in $faults; do
        timeout 5 "$@" $fault 2>/dev/null || echo "$fault: hangs"
    done
}
run_all $work/copies >$work/copies_gpu.txt
{
    $here/provenance.sh
    cat $work/copies_gpu.txt
} >"$1"
if command -v ncu >/dev/null; then
    $here/ncu_counts.sh count_ $work/copies count >$work/copies_counts.csv
    echo "# counted by ncu; compare with shared_load_wavefronts, shared_store_wavefronts, global_load_requests of"
    echo "# build/simt --json FILE $work/copies count, launch by launch"
    cat $work/copies_counts.csv
fi | tee -a "$1"
run_all build/simt --quiet $work/copies >$work/copies_emulator.txt
# Where a GPU hangs the emulator says why.
grep -v hangs $work/copies_gpu.txt >$work/copies_ended.txt
sed -n 's/hangs$//p' $work/copies_gpu.txt >$work/copies_hanging.txt
grep -v -F -f $work/copies_hanging.txt $work/copies_emulator.txt |
    diff $work/copies_ended.txt - && echo "the emulator says the same"
