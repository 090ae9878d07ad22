#!/bin/sh
# Each record names a program, a rung of it and a roof; the table takes the median of the seeds, and the lowest end of their intervals.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

expect() { # WHAT COMMAND…
    what=$1
    shift
    if "$@" >/dev/null 2>&1; then passed=$((passed + 1)); else
        echo "FAILED: $what" >&2
        failed=$((failed + 1))
    fi
}
known() { # PROGRAM LADDER_ARGUMENTS THREADS OF OURS, at a small size; without THREADS on the emulator
    case $1 in 02-transpose) size=33x17 ;; *) size=300 ;; esac
    "build/$1" $2 --size $size --rung "$4" --rung "$5" "$([ "$3" ] && echo --only-cpu || echo --skip-cpu)" --reps 1
}
sed 1d common/records/records.csv | cut -d, -f2,3,4,6,7 | sort -u >"$work/known"
while IFS=, read -r program arguments threads of ours; do
    expect "records.csv: build/$program $arguments has no $of or no $ours" known "$program" "$arguments" "$threads" "$of" "$ours" </dev/null
done <"$work/known"

cat >"$work/rows.csv" <<'END'
# A GPU
record,size,ours,of,seed,ok,repeats,time_ms,share,share_low,share_high,at_least,aim,clocks
sum,8,mine,cub,1,yes,30,1,1.10,1.05,1.20,1.00,1.08,
sum,8,mine,cub,2,yes,30,1,1.30,1.25,1.35,1.00,1.08,
sum,8,mine,cub,3,yes,30,1,1.20,1.15,1.25,1.00,1.08,
scan,9,mine,cub,1,no,30,1,1.50,1.50,1.50,1.00,1.08,
END
common/records/table.sh "$work/rows.csv" >"$work/table"
expect "the median and the whole interval: $(cat "$work/table")" grep -F '| sum | 8 | mine | cub | 1.200 | 1.050 to 1.350 | 1.00 | 1.08 | yes |' "$work/table"
common/records/table.sh "$work/rows.csv" --short >"$work/short"
expect "--short: a row for each record: $(cat "$work/short")" grep -F '| sum | CUB | 1.20 times |' "$work/short"
expect "a wrong result holds no bar" grep -F '| scan | 9 | mine | cub | 1.500 | 1.500 to 1.500 | 1.00 | 1.08 | wrong result |' "$work/table"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
