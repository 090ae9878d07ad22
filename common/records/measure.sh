#!/bin/sh
# Measures the records of records.csv and chapter 04's shapes: a rung beside a library or a ceiling, in turn in one process, on random
# data, each result checked at its full size. Writes FILE, a row for each record and seed with the day of its measurement, and
# FILE-clocks.csv, the GPU's clocks, power and temperature twice a second; if all of sgemm's shapes are measured, also chapter 04's
# results/shapes, under FILE's name.
# Usage: measure.sh FILE [--only RECORDS] [SEED…]
#   (in the repository's root, on a machine with a GPU; the programs must be there; default seeds: 1 2 3)
# --only measures the records whose whole names match a regular expression, such as 'min-plus|sum of .*', and keeps FILE's other rows,
# which may be of another day, but not of another GPU, driver or toolkit. The size may be part of the name: 'min-plus on the CPU 100'.
set -eu
[ $# -ge 1 ] || { echo "usage: $0 FILE [--only RECORDS] [SEED…]" >&2; exit 2; }
here=common/records
file=$1
shift
only=
[ "${1:-}" != --only ] || { only=$2 && shift 2; }
[ $# -gt 0 ] || set -- 1 2 3
mkdir -p "$(dirname "$file")"
part=$(mktemp -d)
provenance=$(emulator/test/hardware/provenance.sh)
machine=${provenance%, *} date=${provenance##*, }
if [ "$only" ]; then
    cp "$file" "$part/before.csv"
    [ "$(sed 1q "$file")" = "$machine" ] || { echo "$file has another machine's rows: measure all, without --only" >&2; exit 2; }
fi
# chosen RECORD [SIZE]; kept NAME [SIZE]
chosen() { [ -z "$only" ] || printf '%s\n' "$1" "$1 ${2:-}" | grep -qxE "$only"; }
kept() { awk -F, -v name="$1" -v size="${2:-}" '$1 == name && (size == "" || $2 == size)' "$part/before.csv"; }
clocks=${file%.csv}-clocks.csv
[ "$only" ] || rm -f "$clocks"
nvidia-smi --query-gpu=timestamp,clocks.sm,clocks.mem,power.draw,temperature.gpu --format=csv,nounits -lms 500 >>"$clocks" &
sampler=$!
trap 'kill $sampler 2>/dev/null || :; rm -rf "$part"' EXIT

# The row of rung `ours` in a ladder's CSV. A comma before a space is inside a quoted field.
share() {
    awk -F, -v record="$1" -v ours="$2" -v seed="$3" -v bars="$4" -v date="$date" '
        { gsub(/, /, " ") }
        NR == 1 { for (k = 1; k <= NF; ++k) column[$k] = k; next }
        function field(name) { return $column[name] }
        field("rung") == ours {
            print record "," field("size") "," ours "," field("roof") "," seed "," field("ok") "," field("repeats") "," \
                  field("time_ms") "," field("share") "," field("share_low") "," field("share_high") "," bars "," field("clocks") "," date
        }' "$5"
}
# Rung 14 or 15, whichever is faster, against the fastest of cuBLAS's layouts: a row for each shape that has a bar. The interval is as wide
# as both times allow.
shapes() {
    awk -F, -v seed="$1" -v date="$date" '
        { gsub(/, /, " ") }
        NR == 1 { for (k = 1; k <= NF; ++k) column[$k] = k; next }
        function field(name) { return $column[name] }
        !field("bar") { next }
        {
            shape = field("m") "x" field("n") "x" field("k")
            bars[shape] = field("m") == field("n") && field("n") == field("k") && field("m") >= 2048 ? "1.02,1.06" : "0.80,0.95"
            if (field("lda") != field("k") || field("ldb") != field("n")) shape = shape " leading dimensions " field("lda") " " field("ldb") " " field("ldc")
            if (!(shape in bars)) bars[shape] = "0.80,0.95"
        }
        field("multiplication") ~ /^(divided_k|in_strips)$/ && (!(shape in us) || field("us") + 0 < us[shape] + 0) {
            if (!(shape in us)) order[++count] = shape
            ours[shape] = field("multiplication"); us[shape] = field("us"); low[shape] = field("low"); high[shape] = field("high")
            rounds[shape] = field("rounds"); clocks[shape] = field("clocks") }
        field("multiplication") ~ /cuBLAS/ && (!(shape in best) || field("us") + 0 < best[shape] + 0) {
            best[shape] = field("us"); best_low[shape] = field("low"); best_high[shape] = field("high") }
        END { for (k = 1; k <= count; ++k) { s = order[k]
                  print "sgemm," s "," ours[s] ",cuBLAS," seed ",yes," rounds[s] "," us[s] / 1e3 "," best[s] / us[s] "," \
                        best_low[s] / high[s] "," best_high[s] / low[s] "," bars[s] "," clocks[s] "," date } }' "$2"
}

{
    echo "$machine"
    echo "record,size,ours,of,seed,ok,repeats,time_ms,share,share_low,share_high,at_least,aim,clocks,date"
    sed 1d $here/records.csv | while IFS=, read -r record program arguments threads size of ours at_least aim; do
        name=$record
        case $threads in '') ;; 1) name="$record with 1 thread" ;; *) name="$record with $threads threads" ;; esac
        if ! chosen "$record" "$size" && ! chosen "$name" "$size"; then
            kept "$name" "$size"
            continue
        fi
        for seed in "$@"; do
            echo "$record, $size, seed $seed" >&2
            rm -f "$part/ladder.csv"
            part_of_it=--skip-cpu
            [ -z "$threads" ] || { part_of_it=--only-cpu && export OMP_NUM_THREADS="$threads"; }
            # shellcheck disable=SC2086  # the arguments are several words
            "build/$program" $arguments --size "$size" --rung "$of" --rung "$ours" --seed "$seed" $part_of_it \
                --csv "$part/ladder.csv" >/dev/null </dev/null || echo "$record, $size, seed $seed failed" >&2
            unset OMP_NUM_THREADS
            share "$name" "$ours" "$seed" "$at_least,$aim" "$part/ladder.csv"
        done
    done
    # The shapes that are measured; the rows of the others are kept, in the list's order.
    awk -F, 'NR > 1 && $7 { print $1 "x" $2 "x" $3 ($4 == $3 && $5 == $2 ? "" : " leading dimensions " $4 " " $5 " " $6) }' \
        chapters/04-matmul/more/shapes.csv >"$part/shapes"
    measured=$(while read -r shape; do ! chosen sgemm "$shape" || printf '%s\n' "$shape"; done <"$part/shapes")
    if [ "$measured" ]; then
        echo "sgemm over shapes.csv" >&2
        names=$(printf '%s\n' "$measured" | sed 's/ leading dimensions \(.*\) \(.*\) \(.*\)/, rows of \1, \2, \3/' | tr '\n' '|')
        # All of them, and those without a bar, are also chapter 04's results.
        if [ "$measured" = "$(cat "$part/shapes")" ]; then
            build/04/shapes --csv >"$part/shapes.csv"
            cp "$part/shapes.csv" "chapters/04-matmul/results/shapes/$(basename "$file")"
        else
            build/04/shapes --only "${names%|}" --csv >"$part/shapes.csv"
        fi
        shapes 1 "$part/shapes.csv" >"$part/sgemm"
    fi
    while read -r shape; do
        if chosen sgemm "$shape"; then awk -F, -v size="$shape" '$2 == size' "$part/sgemm"; else kept sgemm "$shape"; fi
    done <"$part/shapes"
} >"$part/records.csv"
mv "$part/records.csv" "$file"
