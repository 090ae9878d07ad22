#!/bin/sh
# Writes what commands print into the pages beside this script (common/make/quote_output.sh). With --check they stay as they
# are, and the exit code says whether they are up to date.
# Usage: update.sh [--check]   (in the repository's root; build/simt and the program must be there)
set -eu
. common/make/quote_output.sh

quote_outputs chapters/02-transpose "${1:-}"
