#!/bin/sh
# Draws common/pages/report.svg, the picture of a report in README.md (draw.mjs draws the other one): the current output
# of build/simt for the naive transpose, without the lines on instructions, occupancy and bounds. With --check it changes
# nothing, and the exit code says whether the picture is up to date.
# Usage: report.sh [--check]   (in the repository's root; build/simt and build/02-transpose must be there)
set -eu
picture=common/pages/report.svg
command='build/simt build/02-transpose --rung naive --size 1024'
drawn=$(mktemp)
trap 'rm -f "$drawn"' EXIT

# The report's first part, up to the empty line, with paths relative to this folder. A line that begins with many
# spaces continues a part.
report=$($command 2>&1 >/dev/null | sed '/^$/q; s|[^ ]*/chapters/|chapters/|' |
    awk '/^  [a-zA-Z]/ { left_out = /^  (instructions|branches|occupancy|bound) / } !left_out')

# Every character is 8 wide and every line 20 high, whatever font is there.
printf '$ %s\n%s\n' "$command" "$report" | awk '
    { lines[NR] = $0; if (length($0) > widest) widest = length($0) }
    END {
        width = 8 * widest + 48
        height = 20 * NR + 36
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\"", width, height, width
        print " font-family=\"ui-monospace, \047DejaVu Sans Mono\047, Menlo, Consolas, monospace\" font-size=\"13.3\">"
        print "  <title>What simt reports about a naive transpose</title>"
        printf "  <rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#1b1f27\"/>\n", width, height
        for (k = 1; k <= NR; ++k) {
            text = lines[k]
            match(text, /^ */)
            indent = RLENGTH
            text = substr(text, indent + 1)
            letters = length(text)
            gsub(/&/, "\\&amp;", text)
            gsub(/</, "\\&lt;", text)
            colour = "#c9d1d9"
            if (k <= 2) colour = "#ffffff"
            if (text ~ /^[a-z].*:[0-9]+$/) colour = "#79c0ff"
            # What could be better, to its end, and the line of source.
            if (text ~ /would do/ || text ~ /^\|/ || (k > 1 && lines[k - 1] ~ /would do/ && indent > 10)) colour = "#ffb454"
            printf "  <text xml:space=\"preserve\" x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"%s\">%s</text>\n",
                24 + 8 * indent, 20 * k + 12, 8 * letters, colour, text
        }
        print "</svg>"
    }' >"$drawn"

if [ "${1:-}" != --check ]; then
    cp "$drawn" $picture
elif ! diff -u $picture "$drawn"; then
    echo "$picture is not up to date: common/pages/report.sh draws it anew." >&2
    exit 1
fi
