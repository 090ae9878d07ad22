#!/bin/sh
# Why random bytes, equal bytes and the size of an array matter as they do, by the GPU's own counters, as comma-separated rows on stdout.
# Usage: chapters/03-reduction/programs/profile.sh >chapters/03-reduction/results/profile/h200.csv   (in the repository's root; needs ncu)
set -eu

metrics=gpu__time_duration.sum,launch__grid_size,launch__waves_per_multiprocessor,smsp__inst_executed.sum
metrics=$metrics,smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio,smsp__inst_executed_op_shared_atom.sum
metrics=$metrics,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum,l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed
metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum,lts__t_sectors.max,lts__d_atomic_input_cycles_active.max.pct_of_peak_sustained_elapsed

row() { # LADDER SIZE RUNG KERNEL
    common/ladder/ncu_row.sh "$1,$2,$3" "$3::$4" "$metrics" build/03-reduction --ladder "$1" --skip-cpu --size "$2" --reps 1 --rung "$3"
}
emulator/test/hardware/provenance.sh
echo "ladder,size,rung,$metrics"
for size in 1048576 4194304 16777216; do
    for rung in single_launch deterministic; do row float $size $rung reduce_kernel; done
done
for ladder in histogram histogram-equal; do
    row $ladder 16777216 atomics histogram_kernel
    for rung in privatised packs replicated; do row $ladder 268435456 $rung histogram_kernel; done
done
