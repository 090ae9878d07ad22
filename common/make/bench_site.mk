# `make bench-site`: how fast what people look at is made and drawn: how long `make site` takes from nothing, the viewer in chromium, how
# much a trace slows a kernel. Nothing is asserted.
SITE_BENCHES = 'common/make/bench_site.sh $(MAKE)' 'node emulator/test/view/bench_viewer.mjs' emulator/test/benchmark/trace.sh

.PHONY: bench-site
bench-site: build/node/installed $(EMULATOR) build/test/programs/bench_kernels site | browser-packages
	@for bench in $(SITE_BENCHES); do CHROME='$(browser)' sh -c "$$bench" || exit 1; done
