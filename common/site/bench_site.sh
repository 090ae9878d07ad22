#!/bin/sh
# How long `make site` takes with the programs and npm's packages there: from nothing, and again with nothing changed.
set -eu
export MAKEFLAGS=
unset MAKELEVEL MFLAGS
seconds() {
    before=$(date +%s.%N)
    make site >/dev/null
    date +%s.%N | awk -v before="$before" '{ printf "%.0f", $1 - before }'
}
rm -rf build/site build/site-pages build/patterns build/slides/*.html
first=$(seconds)
again=$(seconds)
echo "make site: $first s from nothing, $again s with nothing changed ($(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sed q))"
