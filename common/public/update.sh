#!/bin/sh
# Writes the tables of results.csv and findings.csv into README.md beside this script (common/make/quote_output.sh). With --check the
# page stays as it is, and the exit code says whether it is up to date.
# Usage: common/public/update.sh [--check]   (in the repository's root)
set -eu
. common/make/quote_output.sh
programs() { python3 common/public/programs.py "$@"; }
quote_outputs common/public "${1:-}"
