#!/bin/sh
# Measures on a GPU what the emulator is held to, with ncu, and writes it as CSV into a folder:
#   access_patterns.csv   global stores, reductions, atomics and asynchronous copies, a pattern a line
#   rungs.csv             every rung of every chapter at two sizes
# Usage: measure.sh FOLDER [CHAPTER [RUNG…]]   (in the repository's root; builds what it runs; of one chapter only the rungs, all
# or those named)
set -eu
[ $# -ge 1 ] || { echo "usage: $0 FOLDER [CHAPTER [RUNG…]]" >&2; exit 2; }
folder=$1
only=${2:-}
shift $(($# < 2 ? $# : 2))
chosen="$*"
here=emulator/test/hardware
mkdir -p "$folder" build/hardware

access_patterns() {
    $here/build.sh $here/programs/access_patterns.cu
    build/hardware/access_patterns >build/hardware/names.csv
    $here/ncu_counts.sh . build/hardware/access_patterns >build/hardware/counts.csv
    {
        $here/provenance.sh
        echo "operation,pattern,width,$(sed -n '1s/^launch,kernel,//p' build/hardware/counts.csv)"
        sed 1d build/hardware/counts.csv | cut -d, -f1,3- | paste -d, build/hardware/names.csv - |
            awk -F, '{ if ($1 != $5) { print "launches out of step" > "/dev/stderr"; exit 1 }
                       line = $2 "," $3 "," $4; for (k = 6; k <= NF; ++k) line = line "," $k; print line }'
    } >"$folder/access_patterns.csv"
}

# Every rung of a ladder, the launches that count differently a line each.
# rungs CHAPTER KERNEL_REGEX SIZE [ARGUMENTS]
rungs() {
    chapter=$1 regex=$2 size=$3
    shift 3
    [ "${only:-$chapter}" = "$chapter" ] || return 0
    make "build/$chapter" >/dev/null
    "build/$chapter" "$@" --size "$size" --reps 1 --skip-cpu --json build/hardware/rungs.json >/dev/null
    for rung in $(sed -n 's/.*"name":"\([^"]*\)","kind":"rung".*/\1/p' build/hardware/rungs.json); do
        case " ${chosen:-$rung} " in *" $rung "*) ;; *) continue ;; esac
        $here/ncu_counts.sh "$regex" "build/$chapter" "$@" --size "$size" --reps 1 --skip-cpu --rung "$rung" |
            sed 1d | cut -d, -f2- | sort -u | sed "s/^/$chapter,$*,$size,$rung,/"
    done
}
every_rung() {
    for size in 1003 100000; do rungs 01-first-kernel add $size --ladder add; done
    for size in 62x76 131x97; do rungs 01-first-kernel grey $size --ladder grey; done
    for size in 192x320 131x97 1003x7 3x1003; do rungs 02-transpose 'copy|transpose|few' $size; done
    for size in 1003 100000; do rungs 03-reduction 'reduce|read' $size --ladder float; done
    for size in 1003 100000; do rungs 03-reduction histogram $size --ladder histogram; done
    for size in 1003 100000; do rungs 03-reduction 'tiles|offsets' $size --ladder scan; done
    for size in 128x256x64 67x45x33; do rungs 04-matmul 'multiply|add_sheets' $size; done
    for size in 256 97; do rungs 05-shortcuts 'shortcuts|pad|prepare|check|no_edges' $size --ladder float; done
    for size in 256 97; do rungs 05-shortcuts 'shortcuts|pad|check|pack' $size --ladder int32; done
    for size in 256 97; do rungs 05-shortcuts pad $size --ladder padding; done
}

if [ -n "$only" ]; then  # rows to put in the place of the chapter's in rungs.csv
    every_rung >"$folder/$only.csv"
    exit
fi
access_patterns
{
    $here/provenance.sh
    echo "chapter,arguments,size,rung,$(sed -n '1s/^launch,//p' build/hardware/counts.csv)"
    every_rung
} >"$folder/rungs.csv"
