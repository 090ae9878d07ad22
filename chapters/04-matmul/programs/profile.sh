#!/bin/sh
# What limits rungs 9 to 13 and cuBLAS on a GPU, by the hardware's own counters, as comma-separated rows on stdout.
# Usage: chapters/04-matmul/programs/profile.sh >chapters/04-matmul/results/profile/h200.csv     (in the repository's root; needs ncu)
#        chapters/04-matmul/programs/profile.sh --elements      why rung 3 is slower than rung 2: results/profile/elements-h200.csv
#        chapters/04-matmul/programs/profile.sh --last          the same of rungs 13 to 15: results/profile/last-h200.csv
#        chapters/04-matmul/programs/profile.sh --bands         what DRAM moves for each of rung 15's bands, n = 16384: results/profile/bands-h200.csv
#        chapters/04-matmul/programs/profile.sh --table FILE    rows of rungs 9 to 15, or of the bands, as a table
set -eu

stalled=smsp__average_warps_issue_stalled
row() { # RUNG KERNEL METRICS
    common/ladder/ncu_row.sh "$1" "$2" "$3" build/04-matmul --skip-cpu --size 4096x4096x4096 --reps 1 --rung "$1"
}

case ${1:-} in
--table)
    awk -F, 'NR == 1 { bands = $1 == "band"; next }
        bands { if (NR == 2) print "rows of tiles  GB from  ms of a launch\n    in a band     DRAM    on its own"
                printf "%13d %8.1f %15.1f\n", $1, $3 / 1e9, $2 / 1e6; next }
        NR == 2 { print "                             % of cycles       % of shared   warps that wait, for each instruction issued"
                  print "                  instructions  issuing   fma   memory'"'"'s   global  barrier  shared  registers" }
        { printf "%-17s %9.0f M %8.1f %6.1f %9.1f %9.2f %8.2f %7.2f %10.2f\n", $1, $3 / 1e6, $4, $5, $6, $7, $8, $9, $10 }' "$2"
    ;;
--elements)
    metrics=gpu__time_duration.sum,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
    metrics=$metrics,l1tex__t_sector_hit_rate.pct,lts__t_sector_hit_rate.pct,l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed
    metrics=$metrics,l1tex__cycles_elapsed.avg,launch__registers_per_thread,sm__warps_active.avg.pct_of_peak_sustained_active
    metrics=$metrics,${stalled}_long_scoreboard_per_issue_active.ratio
    emulator/test/hardware/provenance.sh
    echo "rung,$metrics"
    for rung in coalesced one_by_two one_by_four; do row $rung "$rung::multiply_kernel" "$metrics"; done
    ;;
--bands)
    metrics=gpu__time_duration.sum,dram__bytes_read.sum
    echo "band,$metrics"
    launch=0
    for band in 1 2 4 8 16 32; do
        common/ladder/ncu_row.sh $band in_strips::multiply_kernel $metrics --launch-skip $launch --kill yes build/04/bands --csv
        launch=$((launch + 2))  # of each band
    done
    ;;
*)
    metrics=gpu__time_duration.sum,smsp__inst_executed.sum,smsp__issue_active.avg.pct_of_peak_sustained_active
    metrics=$metrics,sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active
    metrics=$metrics,l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed
    for reason in long_scoreboard barrier short_scoreboard dispatch_stall; do
        metrics=$metrics,${stalled}_${reason}_per_issue_active.ratio
    done
    rungs="wide_tile register_blocked vectorised double_buffered warp_tiled"
    [ "${1:-}" != --last ] || rungs="warp_tiled divided_k in_strips"
    echo "rung,$metrics"
    row cuBLAS "gemm|cutlass" "$metrics"
    for rung in $rungs; do row $rung "$rung::multiply_kernel" "$metrics"; done
    ;;
esac
