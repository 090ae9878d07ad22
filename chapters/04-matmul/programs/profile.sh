#!/bin/sh
# What limits rungs 9 to 13 and cuBLAS on a GPU, by the hardware's own counters, as comma-separated rows on stdout.
# Usage: chapters/04-matmul/programs/profile.sh >chapters/04-matmul/results/profile/h200.csv     (in the repository's root; needs ncu)
#        chapters/04-matmul/programs/profile.sh --table FILE                                     such rows as a table
set -eu

stalled=smsp__average_warps_issue_stalled
metrics=gpu__time_duration.sum,smsp__inst_executed.sum,smsp__issue_active.avg.pct_of_peak_sustained_active
metrics=$metrics,sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active
metrics=$metrics,l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed
for reason in long_scoreboard barrier short_scoreboard dispatch_stall; do
    metrics=$metrics,${stalled}_${reason}_per_issue_active.ratio
done

if [ "${1:-}" = --table ]; then
    awk -F, 'NR == 1 { next }
        NR == 2 { print "                             % of cycles       % of shared   warps that wait, for each instruction issued"
                  print "                  instructions  issuing   fma   memory'"'"'s   global  barrier  shared  registers" }
        { printf "%-17s %9.0f M %8.1f %6.1f %9.1f %9.2f %8.2f %7.2f %10.2f\n", $1, $3 / 1e6, $4, $5, $6, $7, $8, $9, $10 }' "$2"
    exit 0
fi

# The fields of ncu's rows, which are quoted and have commas between thousands, in the order of `metrics`.
in_order() {
    awk -F'","' -v name="$1" -v wanted="$metrics" '
        /^"ID"/ { for (i = 1; i <= NF; ++i) { key = $i; gsub(/"/, "", key); column[key] = i } next }
        /^"[0-9]/ { count = split(wanted, metric, ","); row = name
                    for (m = 1; m <= count; ++m) { value = $column[metric[m]]; gsub(/[",]/, "", value); row = row "," value }
                    print row; exit }'
}

echo "rung,$metrics"
for rung in cuBLAS wide_tile register_blocked vectorised double_buffered warp_tiled; do
    kernel="$rung::multiply_kernel"
    [ $rung != cuBLAS ] || kernel="gemm|cutlass"
    ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" --kernel-name-base demangled -k "regex:$kernel" -c 1 \
        build/04-matmul --skip-cpu --size 4096x4096x4096 --reps 1 --rung $rung | in_order $rung
done
