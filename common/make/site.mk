# `make site`: the course as a static site, build/site/index.html; `make serve` shows it at an address of this machine.
#
# Sphinx makes the pages from the Markdown files (common/site), Marp the decks (common/make/slides.mk). Both run at the same time,
# and Sphinx alone: pages that several processes read give the pictures of one name different numbers each time.
PACKAGES_FOR_site := python3-sphinx python3-myst-parser furo
PACKAGES_FOR_serve := $(PACKAGES_FOR_site)
SITE_DECKS := $(patsubst slides/%.md,build/site/slides/%.html,$(filter-out %/README.md,$(wildcard slides/*.md)))
PORT ?= 8000

.PHONY: site site-pages serve
site: site-pages $(SITE_DECKS)
	@echo "The site: build/site/index.html"

# Sphinx looks at the pages' times and at conf.py's values, not at the code here.
build/site-pages/begun: $(wildcard common/site/*.py)
	@rm -rf build/site-pages
	@mkdir -p build/site-pages
	@touch $@

site-pages: build/site-pages/begun build/node/installed | packages
	@$(STEP) "sphinx build/site" - env PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m sphinx -q -W --keep-going -c common/site -d build/site-pages . build/site

build/site/slides/%.html: build/slides/%.html
	@mkdir -p $(@D)
	@cp $< $@

serve: site
	@echo "http://localhost:$(PORT)/ (Ctrl-C ends it)"
	@/usr/bin/python3 -m http.server --bind localhost --directory build/site $(PORT)

test-browser: site
