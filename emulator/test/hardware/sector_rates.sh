#!/bin/sh
# Runs programs/sector_rates.cu on a GPU and writes FILE: the rates behind the bounds of reports.
# Usage: sector_rates.sh FILE   (in the repository's root)
set -eu
[ $# -eq 1 ] || { echo "usage: $0 FILE" >&2; exit 2; }
here=emulator/test/hardware
$here/build.sh $here/programs/sector_rates.cu
{
    $here/provenance.sh
    build/hardware/sector_rates
} >"$1"
