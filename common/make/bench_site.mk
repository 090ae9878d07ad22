# `make bench-site`: how fast what people look at is made and drawn, in chromium. Nothing is asserted. Another part adds a command to
# SITE_BENCHES and says what it needs with a line "bench-site: …".
SITE_BENCHES += 'node emulator/test/view/bench_viewer.mjs'

.PHONY: bench-site
bench-site: build/node/installed $(EMULATOR) | browser-packages
	@for bench in $(SITE_BENCHES); do CHROME='$(browser)' sh -c "$$bench" || exit 1; done
