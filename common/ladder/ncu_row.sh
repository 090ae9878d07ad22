#!/bin/sh
# Counts the first launch of a kernel on a GPU with ncu and prints a comma-separated row: NAME, then the values of METRICS in their order.
# Usage: ncu_row.sh NAME KERNEL_REGEX METRICS PROGRAM [ARGUMENTS]   (in the repository's root; needs ncu)
set -eu
[ $# -ge 4 ] || { echo "usage: $0 NAME KERNEL_REGEX METRICS PROGRAM [ARGUMENTS]" >&2; exit 2; }
name=$1 kernel=$2 metrics=$3
shift 3
# ncu's fields are quoted and have commas between thousands.
ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" --kernel-name-base demangled -k "regex:$kernel" -c 1 "$@" |
    awk -F'","' -v name="$name" -v wanted="$metrics" '
        /^"ID"/ { for (i = 1; i <= NF; ++i) { key = $i; gsub(/"/, "", key); column[key] = i } next }
        /^"[0-9]/ { count = split(wanted, metric, ","); row = name
                    for (m = 1; m <= count; ++m) { value = $column[metric[m]]; gsub(/[",]/, "", value); row = row "," value }
                    print row; exit }'
