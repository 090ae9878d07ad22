# `make plots`: the results as SVG beside the lessons, drawn with Vega-Lite from the committed CSV files and the pages' tables.
PLOTS := $(wildcard chapters/*/figures/plots.mjs) common/pages/plots.mjs

.PHONY: plots
plots: build/node/installed
	@$(foreach script,$(PLOTS),node $(script) &&) :

SCRIPT_TESTS += common/plots/plots_test.sh
