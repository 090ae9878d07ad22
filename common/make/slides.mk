# `make slides`: a deck slides/NAME.md becomes build/slides/NAME.html and NAME.pdf, and every slide is checked to fit.
#
# Marp and the fonts come from npm into build/node, in the versions of slides/package-lock.json; the browser that
# prints is Debian's chromium. Missing ones are installed first, and then nothing is fetched: a finished deck refers
# to no other file. No compiler is needed: counts and times are read from the lesson's page and from its results.
DECKS := $(filter-out README,$(patsubst slides/%.md,%,$(wildcard slides/*.md)))
DECK_PARTS := slides/marp.config.mjs slides/course.css $(filter-out %_test.mjs,$(wildcard slides/plugin/*.mjs common/figures/*.mjs))
BROWSERS := chromium chromium-browser google-chrome google-chrome-stable

# The files that a deck may quote: the chapter's source files, its lesson, its results, its exercises' pages,
# versions for CPUs, and what kernels share.
deck_sources = $(wildcard $(addprefix chapters/$(1)/,*.cuh *.cu *.hpp *.cpp */*.cuh */*.cu */*.hpp */*.cpp */*/*.cuh */*/*.cu */*/*.cpp *.md results/*.csv results/*/*.csv \
	results/*/*.txt programs/parts/*.csv maps/*) exercises/$(1)/*/README.md $(addprefix common/baseline/,*.hpp *.cpp */*.hpp */*.cpp) common/cuda/*.cuh)

browser = $(firstword $(foreach name,$(BROWSERS),$(shell command -v $(name) 2>/dev/null)))
marp = $(STEP) "marp $@" - env CHROME_PATH='$(browser)' common/make/marp.sh $< $@

.PHONY: slides slides-packages
slides: $(foreach deck,$(DECKS),$(addprefix build/slides/$(deck),.html .pdf .fits))
	$(if $(DECKS),@echo "Decks: $(patsubst %,build/slides/%.html,$(DECKS)) and the same as .pdf",\
		@echo "There is no deck in slides/ yet." >&2; exit 2)

define deck_rules
$(call remember_anyway,slides-$(1),$(call deck_sources,$(1)) $(DECK_PARTS))
build/config/slides-$(1): ;
build/slides/$(1).html build/slides/$(1).pdf: slides/$(1).md $(DECK_PARTS) $(call deck_sources,$(1)) \
		build/config/slides-$(1) build/node/installed
build/slides/$(1).pdf: | build/slides/$(1).html
endef
$(foreach deck,$(DECKS),$(eval $(call deck_rules,$(deck))))

build/slides/%.html:
	@mkdir -p $(@D)
	@$(marp)

build/slides/%.pdf:
	@mkdir -p $(@D)
	@$(marp) --pdf --pdf-outlines

build/slides/%.fits: build/slides/%.html slides/fit.mjs
	@$(STEP) "fit $<" - env CHROME='$(browser)' node slides/fit.mjs $< $@

# Node and the browser may come from anywhere.
slides-packages:
	@common/make/install.sh $(if $(shell command -v npm 2>/dev/null),,nodejs npm) $(if $(browser),,chromium)

build/node/installed: slides/package.json slides/package-lock.json common/make/install_marp.sh | slides-packages
	@common/make/install_marp.sh
	@touch $@

# The lessons' figures, drawn by the same functions as the decks'.
.PHONY: figures
figures:
	@$(foreach script,$(wildcard chapters/*/figures/draw.mjs),node $(script) &&) :

SCRIPT_TESTS += $(wildcard slides/slides_test.sh slides/make_test.sh)
