#!/bin/sh
# Why the naive rung is slow where rows are whole lines of 128 bytes, by the GPU's own counters, as comma-separated rows on stdout.
# Usage: chapters/05-shortcuts/programs/profile.sh >chapters/05-shortcuts/results/profile/h200.csv   (in the repository's root; needs ncu)
set -eu

metrics=gpu__time_duration.sum,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics=$metrics,l1tex__t_sector_hit_rate.pct,lts__t_sector_hit_rate.pct
metrics=$metrics,l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed,l1tex__cycles_elapsed.avg
emulator/test/hardware/provenance.sh
echo "n,$metrics"
for n in 2000 3968 3999 4000 4001 4032 4096 6300; do
    common/ladder/ncu_row.sh $n naive::shortcuts_kernel "$metrics" build/05-shortcuts --ladder float --skip-cpu --size $n --reps 1 --rung naive
done
