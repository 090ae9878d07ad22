#!/bin/sh
# How long `make site` takes when neither the pages nor the decks nor the rungs' traces are there.
# Usage: bench_site.sh MAKE   (in the repository's root; what make site installs and the programs must be there)
set -eu
rm -rf build/site build/site-pages build/slides build/patterns
began=$(date +%s.%N)
"$1" site >/dev/null
awk -v began="$began" -v ended="$(date +%s.%N)" -v cores="$(nproc)" 'BEGIN { printf "make site, from nothing: %.0f s on %d cores\n", ended - began, cores }'
