#!/bin/sh
# Writes what commands print into the pages beside this script (common/make/quote_output.sh). With --check they stay as they
# are, and the exit code says whether they are up to date.
# Usage: update.sh [--check]   (in the repository's root; build/simt and the program must be there)
set -eu
. common/make/quote_output.sh

# The ladder's counts of some rungs: counted 256x256 copy naive.
counted() {
    size=$1
    shift
    options=
    for rung; do options="$options --rung $rung"; done
    # shellcheck disable=SC2086
    shown build/02-transpose --skip-cpu --size "$size" $options | grep -v '^$' | sed '2d'
}
# What an H200 took for some rungs: rates 8192x8192 cudaMemcpy copy naive.
rates() {
    size=$1
    shift
    printf '%-20s %8s %8s   NVIDIA H200, %s\n' rung GB/s share "$size"
    for rung; do
        awk -F, -v size="$size" -v rung="$rung" '
            $1 != "chapter" { shift = NF - 22 }  # the CPU has a comma in its name
            $(8 + shift) == size && $(9 + shift) == rung && $(11 + shift) == "cold" {
                printf "%-20s %8.0f %8.2f\n", rung, $(18 + shift), $(20 + shift) }' chapters/02-transpose/results/h200.csv
    done
}

quote_outputs chapters/02-transpose "${1:-}"
