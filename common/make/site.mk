# `make site`: the course as a static site, build/site/index.html; `make serve` shows it at an address of this machine.
#
# Sphinx makes the pages from the Markdown files (common/site), Marp the decks (common/make/slides.mk), `simt view` the patterns.
# Sphinx runs alone: pages that several processes read give the pictures of one name different numbers each time.
PACKAGES_FOR_site := python3-sphinx python3-myst-parser furo
PACKAGES_FOR_serve := $(PACKAGES_FOR_site)
PACKAGES_FOR_test-browser := $(PACKAGES_FOR_site)
PACKAGES_FOR_bench-site := $(PACKAGES_FOR_site)
SITE_DECKS := $(patsubst slides/%.md,build/site/slides/%.html,$(filter-out %/README.md,$(wildcard slides/*.md)))
PORT ?= 8000

# For each rung of these folders a page that shows what it accesses, if the emulator can be built here. The sizes are small, so that
# a page has a megabyte or so.
PATTERN_OF_01-first-kernel/ := --ladder add --size 1000
PATTERN_OF_01-first-kernel/grey/ := --ladder grey --size 64x40
PATTERN_OF_02-transpose/ := --size 64x64
PATTERN_OF_03-reduction/ := --ladder float --size 4096
PATTERN_OF_03-reduction/more/histogram/ := --ladder histogram --size 4096
PATTERN_OF_03-reduction/more/scan/ := --ladder scan --size 4096
PATTERN_OF_04-matmul/ := --size 64x64x64
PATTERN_OF_05-shortcuts/ := --ladder float --size 64
PATTERN_OF_05-shortcuts/more/padding/ := --ladder padding --size 64
pattern_of = $(PATTERN_OF_$(patsubst chapters/%,%,$(dir $(1))))
PATTERN_FOLDERS := $(patsubst PATTERN_OF_%,%,$(filter PATTERN_OF_%,$(.VARIABLES)))
PATTERN_RUNGS := $(if $(PROBLEM)$(filter gpu,$(BACKEND)),,$(wildcard $(PATTERN_FOLDERS:%=chapters/%[0-9]*_*.cu)))
PATTERNS := $(PATTERN_RUNGS:chapters/%.cu=build/patterns/%.html)
after_number = $(patsubst $(firstword $(subst _, ,$(1)))_%,%,$(1))
define pattern_rule
$(1:chapters/%.cu=build/patterns/%.html): build/$(word 2,$(subst /, ,$(1))) common/site/pattern.sh $(EMULATOR)
	@mkdir -p $$(@D)
	@$$(STEP) "trace $(1)" - common/site/pattern.sh $$@ $$< --rung $(call after_number,$(basename $(notdir $(1)))) $(call pattern_of,$(1))
endef
$(foreach rung,$(PATTERN_RUNGS),$(eval $(call pattern_rule,$(rung))))

.PHONY: site site-pages serve
site: site-pages $(SITE_DECKS)
	@echo "The site: build/site/index.html"

# Sphinx looks at the pages' times and at conf.py's values, not at the code and the styles here.
build/site-pages/begun: $(wildcard common/site/*.py common/site/static/* common/site/templates/*)
	@rm -rf build/site-pages
	@mkdir -p build/site-pages
	@touch $@

site-pages: build/site-pages/begun build/node/installed $(PATTERNS) | packages
	@$(STEP) "sphinx build/site" - env PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m sphinx -q -W --keep-going -c common/site -d build/site-pages . build/site

build/site/slides/%.html: build/slides/%.html
	@mkdir -p $(@D)
	@cp $< $@

serve: site
	@echo "http://localhost:$(PORT)/ (Ctrl-C ends it)"
	@/usr/bin/python3 -m http.server --bind localhost --directory build/site $(PORT)

test-browser: site
