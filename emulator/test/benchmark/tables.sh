#!/bin/sh
# Writes the tables of emulator/README.md about speed and memory from results/ (what bench.sh wrote on a machine). With
# --check the page stays as it is, and the exit code says whether it is up to date.
# Usage: tables.sh [--check]   (in the repository's root)
set -eu
page=emulator/README.md
results=emulator/test/benchmark/results

speed() {
    echo "| machine, host threads, day | kernel | checks on | checks off | times of OpenMP C++ |"
    echo "|---|---|---|---|---|"
    awk -F, 'FNR > 1 { printf "| %s, %d, %s | %s | %s (%s to %s) | %s (%s to %s) | %s |\n",
                              $1, $3, $2, $4, $6, $7, $8, $9, $10, $11, $12 }' "$results"/speed_*.csv
}
memory() {
    echo "| kernel | checks on | checks off |"
    echo "|---|---|---|"
    awk -F, 'FNR > 1 { printf "| `%s` | %s | %s |\n", $1, $3, $4 }' "$results/memory.csv"
}

new=$(mktemp)
trap 'rm -f "$new"' EXIT
skipping=no
while IFS= read -r line; do
    case $line in
    '<!-- table:'*' begin -->')
        name=${line#<!-- table:}
        printf '%s\n' "$line"
        "${name% begin -->}"
        skipping=yes
        ;;
    '<!-- table:'*' end -->')
        printf '%s\n' "$line"
        skipping=no
        ;;
    *) [ $skipping = yes ] || printf '%s\n' "$line" ;;
    esac
done <"$page" >"$new"
if cmp -s "$page" "$new"; then
    [ "${1:-}" != --check ] || echo "the tables of $page are those of $results: 1 passed, 0 failed"
elif [ "${1:-}" = --check ]; then
    diff "$page" "$new" || true
    echo "$page is not what $results says: run emulator/test/benchmark/tables.sh"
    exit 1
else
    cp "$new" "$page"
fi
