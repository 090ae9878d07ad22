#!/bin/sh
# Prints a rung as one file, with the project's headers in place of their #include lines: nvcc compiles it alone, in a
# project of your own. `make paste RUNG=04.13` runs this script.
# Usage: paste.sh 04.13 | 04.warp_tiled | 05.more/integers/2   (in the repository's root; 2: wrong arguments)
set -eu
asked=${1:-}

# The rungs of a chapter with the names by which they are requested, "05.more/integers/2 three_input_minimum
# chapters/05-…/2_three_input_minimum.cu".
rungs() {
    find chapters/"$1"-* -name '[0-9]*_*.cu' ! -path '*/test/*' | awk -F / -v chapter="$1" '{
        ladder = ""
        for (i = 3; i < NF; ++i) if ($i != "more") ladder = ladder $i "/"
        number = name = $NF
        sub(/_.*/, "", number)
        sub(/^[0-9]*_/, "", name)
        sub(/\.cu$/, "", name)
        print chapter "." ladder number, name, $0
    }' | sort -V
}
refuse() {
    printf '%s\n' "$*" >&2
    exit 2
}

chapter=${asked%%.*}
[ "$chapter" != "$asked" ] || refuse 'Say which rung: make paste RUNG=04.13, or RUNG=04.warp_tiled.'
case $chapter in
'' | *[!0-9]*) there=no ;;
*) there=$(find chapters -maxdepth 1 -name "$chapter-*") ;;
esac
[ -d "$there" ] || refuse "There is no chapter $chapter; the chapters are:$(find chapters -maxdepth 1 -name '[0-9]*-*' | sed 's|chapters/||; s|-.*||' | sort | sed 's/^/ /' | tr -d '\n')."
file=$(rungs "$chapter" | awk -v asked="$asked" '{
    named = $1
    sub(/[0-9]*$/, $2, named)
    # Compares text, so that 04.1 is not 04.10.
    if (asked "" == $1 "" || asked "" == named "") print $3
}')
[ -n "$file" ] || refuse "There is no rung $asked. The rungs of chapter $chapter are:
$(rungs "$chapter" | awk '{ print "  " $1 "  " $2 }')"
exec awk -f common/make/paste.awk "$file"
