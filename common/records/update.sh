#!/bin/sh
# Writes the tables of common/records/results into README.md and into the page beside this script (common/make/quote_output.sh). With
# --check they stay as they are, and the exit code says whether they are up to date.
# Usage: update.sh [--check]   (in the repository's root)
set -eu
. common/make/quote_output.sh

records() { common/records/table.sh common/records/results/h200.csv "$@"; }

quote_outputs . "${1:-}"
quote_outputs common/records "${1:-}"
