#!/bin/sh
# How long building takes where people meet it: from a fresh clone to the first ladder, to all ladders, to a first
# check, to the end of the tests; and after an edit and without one. Prints a table of medians, with the seconds of
# each kind of step and the twenty slowest, and writes it into common/make/results.
#
# Usage: bench_build.sh [REPEATS]   (in the repository's root; make bench-build ARGS=3)
#
# Clones the last commit and builds it for the emulator, with the packages that are installed and without a compiler
# cache. Removes the clones and all logs at the end. Use an otherwise idle machine.
set -eu
repeats=${1:-3}
out=common/make/results/build.md
mkdir -p common/make/results
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export CCACHE_DISABLE=1 DEVICE=emulator MAKEFLAGS=
unset DETECTED_IN MAKELEVEL MFLAGS ARGS EX

# timed ROW FOLDER COMMAND...: runs the command, adds its seconds to the row, and keeps the times of its steps.
timed() {
    row=$1 folder=$2
    shift 2
    printf '%s: %s\n' "$row" "$*" >&2
    before=$(date +%s.%N)
    (cd "$folder" && BUILD_TIMES="$work/steps.$row" "$@") >"$work/log" 2>&1 || {
        [ "$row" = check ] || { tail -n 20 "$work/log" >&2; echo "bench-build: that failed" >&2; exit 1; }
    }  # (a first check fails: the stub is not solved)
    date +%s.%N | awk -v before="$before" '{ printf "%.1f\n", $1 - before }' >>"$work/$row"
}

median() { sort -n "$work/$1" | awk '{ t[NR] = $1 } END { printf "%.1f", NR % 2 ? t[(NR + 1) / 2] : (t[NR / 2] + t[NR / 2 + 1]) / 2 }'; }
spread() { sort -n "$work/$1" | sed -n '1p;$p' | paste -sd ' ' | sed 's/ / - /'; }
row() { printf '| %s | %s | %s |\n' "$2" "$(median "$1")" "$(spread "$1")"; }

# The lines of the steps are: start, end, user, system (0m1.5s), label. Prints CPU seconds and label.
steps() {
    awk '{ cpu = 0; for (k = 3; k <= 4; ++k) { split($k, part, "[ms]"); cpu += part[1] * 60 + part[2] }
           label = $5; for (k = 6; k <= NF; ++k) label = label " " $k
           printf "%.1f\t%s\n", cpu, label }' "$work/steps.test"
}
table() {
    echo "# How long building takes"
    echo
    echo "Seconds of wall time from a fresh clone, $(nproc) cores, no GPU, packages installed, no compiler cache; median of $done_so_far."
    echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sed q), $(${CXX:-g++} -dumpfullversion), commit $(git rev-parse --short HEAD), $(date +%F)."
    echo
    echo "| what | median | spread |"
    echo "| :-- | --: | --: |"
    row run-01 '`make run-01`'
    row run '`make run`'
    row test '`make test`, all of it'
    row check '`make check EX=02.1`, the first after `make run`'
    row edit 'one rung edited, then `make run-04 ARGS="--rung warp_tiled --skip-cpu"`'
    row again 'nothing changed, then `make test`'
    echo
    echo "CPU seconds of \`make test\`'s steps by kind:"
    echo
    echo "| kind | steps | CPU seconds |"
    echo "| :-- | --: | --: |"
    steps | awk -F '\t' -v repeats="$done_so_far" '
        { kind = $2; sub(/ .*/, "", kind); if ($2 ~ /_test\.c/) kind = kind ", tests"; else if ($2 ~ /emulator\//) kind = kind ", emulator"
          n[kind]++; s[kind] += $1 }
        END { for (kind in n) printf "| %s | %d | %.0f |\n", kind, n[kind] / repeats, s[kind] / repeats }' | sort -t '|' -k4 -rn
    echo
    echo "The slowest twenty:"
    echo
    echo "| step | CPU seconds |"
    echo "| :-- | --: |"
    steps | sort -rn | awk -F '\t' '!seen[$2]++ { printf "| `%s` | %s |\n", $2, $1; if (++n == 20) exit }'
}

for repeat in $(seq "$repeats"); do
    git clone -q . "$work/one"
    timed run-01 "$work/one" make run-01
    rm -rf "$work/one"
    git clone -q . "$work/two"
    timed run "$work/two" make run
    timed check "$work/two" make check EX=02.1
    echo '// edited' >>"$work/two/chapters/04-matmul/13_warp_tiled.cu"
    timed edit "$work/two" make run-04 ARGS="--rung warp_tiled --skip-cpu"
    rm -rf "$work/two"
    git clone -q . "$work/three"
    timed test "$work/three" make test
    timed again "$work/three" make test
    rm -rf "$work/three"
    done_so_far=$repeat
    table >"$work/table"
    cp "$work/table" $out  # after each, so that an interrupted run keeps its measurements
done

cat $out
