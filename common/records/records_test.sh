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
    case $1 in 02-transpose) size=33x17 ;; 04-matmul) size=50x49x33 ;; *) size=300 ;; esac
    "build/$1" $2 --size $size --rung "$4" --rung "$5" "$([ "$3" ] && echo --only-cpu || echo --skip-cpu)" --reps 1
}
sed 1d common/records/records.csv | cut -d, -f2,3,4,6,7 | sort -u >"$work/known"
while IFS=, read -r program arguments threads of ours; do
    expect "records.csv: build/$program $arguments has no $of or no $ours" known "$program" "$arguments" "$threads" "$of" "$ours" </dev/null
done <"$work/known"

cat >"$work/rows.csv" <<'END'
# A GPU
record,size,ours,of,seed,ok,repeats,time_ms,share,share_low,share_high,at_least,aim,clocks,date
sum,8,mine,cub,1,yes,30,1,1.10,1.05,1.20,1.00,1.08,,2026-11-24
sum,8,mine,cub,2,yes,30,1,1.30,1.25,1.35,1.00,1.08,,2026-11-24
sum,8,mine,cub,3,yes,30,1,1.20,1.15,1.25,1.00,1.08,,2026-11-24
scan,9,mine,cub,1,no,30,1,1.50,1.50,1.50,1.00,1.08,,2026-11-24
END
common/records/table.sh "$work/rows.csv" >"$work/table"
expect "the median and the whole interval: $(cat "$work/table")" grep -F '| sum | 8 | mine | cub | 1.200 | 1.050 to 1.350 | 1.00 | 1.08 | yes |' "$work/table"
common/records/table.sh "$work/rows.csv" --short >"$work/short"
expect "--short: a row for each record: $(cat "$work/short")" grep -F '| sum | CUB | 1.20 times |' "$work/short"
expect "a wrong result holds no bar" grep -F '| scan | 9 | mine | cub | 1.500 | 1.500 to 1.500 | 1.00 | 1.08 | wrong result |' "$work/table"
expect "the day of all rows: $(cat "$work/table")" grep -qxF 'A GPU, 2026-11-24; medians with 95 % intervals.' "$work/table"
sed '/^scan/s/2026-11-24/2026-12-01/' "$work/rows.csv" >"$work/days.csv"
common/records/table.sh "$work/days.csv" >"$work/table"
expect "rows of several days: $(cat "$work/table")" grep -qxF 'A GPU, 2026-11-24 to 2026-12-01; medians with 95 % intervals.' "$work/table"
expect "each row's day: $(cat "$work/table")" grep -F '1.00 | 1.08 | wrong result | 2026-12-01 |' "$work/table"

# --only measures its records and keeps the other rows. The machine and its programs are stand-ins.
mkdir -p "$work/machine/build/04" "$work/tools"
ln -s "$PWD/common" "$PWD/emulator" "$PWD/chapters" "$work/machine"
cat >"$work/tools/nvidia-smi" <<'END'
#!/bin/sh
echo stand-in
END
cat >"$work/machine/build/05-shortcuts" <<'END'
#!/bin/sh
while [ "$1" != --csv ]; do [ "$1" != --size ] || size=$2; shift; done
printf 'rung,size,roof,ok,repeats,time_ms,share,share_low,share_high,clocks\nin_strips,%s,three_input_only,yes,30,1,0.95,0.94,0.96,\n' "$size" >"$2"
END
cat >"$work/machine/build/04/shapes" <<'END'
#!/bin/sh
[ "$1 $3" = "--only --csv" ] || exit 2
echo "$2" >only
echo m,n,k,lda,ldb,ldc,bar,multiplication,rounds,us,low,high,clocks
while IFS=, read -r name us low high; do
    for shape in 512,512,512,512,512,512 512,512,512,513,515,517; do echo "$shape,1,$name,7,$us,$low,$high,"; done
done <<'ROWS'
warp_tiled,1,1,1
divided_k,20,19,21
in_strips,10,9,12
cuBLAS both by rows,30,29,31
cuBLAS A by columns,20,18,24
ROWS
END
chmod +x "$work/tools/nvidia-smi" "$work/machine/build/05-shortcuts" "$work/machine/build/04/shapes"
(
    export PATH="$work/tools:$PATH"
    cd "$work/machine" || exit
    emulator/test/hardware/provenance.sh >provenance
    sed 's/, [0-9-]*$//' provenance >rows.csv
    cat >>rows.csv <<'END'
record,size,ours,of,seed,ok,repeats,time_ms,share,share_low,share_high,at_least,aim,clocks,date
scan,268435456,single_pass,cub,1,yes,30,1,1.50,1.50,1.50,1.00,1.02,,2000-01-01
min-plus,2000,in_strips,three_input_only,1,yes,30,1,0.10,0.10,0.10,0.88,0.95,,2000-01-01
min-plus on the CPU with 2 threads,100,cache_blocked,add_and_compare,1,yes,30,1,0.50,0.50,0.50,0.85,0.92,,2000-01-01
sgemm,512x512x512,divided_k,cuBLAS,1,yes,30,1,1.50,1.50,1.50,0.80,0.95,,2000-01-01
END
    common/records/measure.sh rows.csv --only min-plus 7 2>/dev/null
    cp rows.csv sizes.csv
    common/records/measure.sh sizes.csv --only 'min-plus [12]000' 8 2>/dev/null
    cp rows.csv shapes.csv
    common/records/measure.sh shapes.csv --only 'sgemm 512x.*' 2>/dev/null
    sed '1s/^/an other machine: /' rows.csv >other.csv
    ! common/records/measure.sh other.csv --only min-plus 7 2>refusal || rm refusal
)
today=$(sed 's/.*, //' "$work/machine/provenance")
rows() { sed 1,2d "$work/machine/$1" | cut -d, -f1,2,5,9,15 | tr '\n' ' '; }
expect "--only min-plus: $(rows rows.csv)" [ "$(rows rows.csv)" = "scan,268435456,1,1.50,2000-01-01 min-plus,1000,7,0.95,$today \
min-plus,2000,7,0.95,$today min-plus,3000,7,0.95,$today min-plus,6300,7,0.95,$today min-plus,8192,7,0.95,$today \
min-plus on the CPU with 2 threads,100,1,0.50,2000-01-01 sgemm,512x512x512,1,1.50,2000-01-01 " ]
expect "--only two sizes of min-plus: $(rows sizes.csv)" [ "$(cut -d, -f1,2,5 "$work/machine/sizes.csv" | grep -c '^min-plus,[12]000,8$')" = 2 ]
expect "--only keeps the other sizes: $(rows sizes.csv)" grep -q '^min-plus,3000,.*,7,' "$work/machine/sizes.csv"
# Of rungs 14 and 15 the faster one, beside the fastest layout: 20 / 10 µs, at least 18 / 12 and at most 24 / 9.
expect "--only two shapes: $(cat "$work/machine/only")" grep -qxF '512x512x512|512x512x512, rows of 513, 515, 517' "$work/machine/only"
expect "the faster rung: $(rows shapes.csv)" grep -qxF "sgemm,512x512x512,in_strips,cuBLAS,1,yes,7,0.01,2,1.5,2.66667,0.80,0.95,,$today" "$work/machine/shapes.csv"
expect "a shape with leading dimensions: $(rows shapes.csv)" grep -q '^sgemm,512x512x512 leading dimensions 513 515 517,in_strips,' "$work/machine/shapes.csv"
expect "the other rows: $(rows shapes.csv)" grep -q '^min-plus,3000,.*,7,' "$work/machine/shapes.csv"
expect "--only, rows of another machine: $(cat "$work/machine/refusal" 2>&1)" grep -q "measure all, without --only" "$work/machine/refusal"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
