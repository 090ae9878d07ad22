# Packages of Node's that several targets need: Marp and the fonts for the decks, Vega-Lite for the plots, Playwright and axe for
# tests in a browser. They come from npm into build/node, in the versions of common/node/package-lock.json; the browser is Debian's
# chromium. Missing ones are installed first, and then nothing is fetched.
BROWSERS := chromium chromium-browser google-chrome google-chrome-stable
browser = $(firstword $(foreach name,$(BROWSERS),$(shell command -v $(name) 2>/dev/null)))

# Node and the browser may come from anywhere.
.PHONY: node-packages browser-packages
node-packages:
	@common/make/install.sh $(if $(shell command -v npm 2>/dev/null),,nodejs npm)
browser-packages:
	@common/make/install.sh $(if $(browser),,chromium)

build/node/installed: common/node/package.json common/node/package-lock.json common/node/install.sh | node-packages
	@common/node/install.sh
	@touch $@
