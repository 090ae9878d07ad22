#!/bin/sh
# The tests of the plots, and that the committed ones are what results, pages and look make today. Without Vega-Lite (make plots installs
# it) the fingerprints in the plots are compared, which needs Node alone.
if ! node --version >/dev/null 2>&1; then
    echo "the plots' tests need Node, which make plots installs"
    exit 77
fi
node --test common/plots/*_test.mjs || exit 1
for script in chapters/*/figures/plots.mjs common/pages/plots.mjs; do
    node "$script" --check || exit 1
done
