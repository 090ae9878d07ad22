# `make slides`: a deck slides/NAME.md becomes build/slides/NAME.html and NAME.pdf, and every slide is checked to fit.
#
# common/make/node.mk installs Marp, the fonts and the browser that prints. No compiler is needed: counts and times are read from the
# lesson's page and from its results. A finished deck refers to no other file.
DECKS := $(filter-out README,$(patsubst slides/%.md,%,$(wildcard slides/*.md)))
DECK_PARTS := slides/marp.config.mjs slides/course.css $(filter-out %_test.mjs,$(wildcard slides/plugin/*.mjs common/figures/*.mjs))

# The files that a deck may quote: the chapter's source files, its lesson, its results, its exercises' pages,
# versions for CPUs, and what kernels share.
deck_sources = $(wildcard $(addprefix chapters/$(1)/,*.cuh *.cu *.hpp *.cpp */*.cuh */*.cu */*.hpp */*.cpp */*/*.cuh */*/*.cu */*/*.cpp *.md results/*.csv results/*/*.csv \
	results/*/*.txt programs/parts/*.csv maps/* figures/*.svg) exercises/$(1)/*/README.md $(addprefix common/baseline/,*.hpp *.cpp */*.hpp */*.cpp) common/cuda/*.cuh)

marp = $(STEP) "marp $@" - env CHROME_PATH='$(browser)' common/make/marp.sh $< $@

.PHONY: slides
slides: $(foreach deck,$(DECKS),$(addprefix build/slides/$(deck),.html .pdf .fits))
	$(if $(DECKS),@echo "Decks: $(patsubst %,build/slides/%.html,$(DECKS)) and the same as .pdf",\
		@echo "There is no deck in slides/ yet." >&2; exit 2)

define deck_rules
$(call remember_anyway,slides-$(1),$(call deck_sources,$(1)) $(DECK_PARTS))
build/config/slides-$(1): ;
build/slides/$(1).html build/slides/$(1).pdf: slides/$(1).md $(DECK_PARTS) $(call deck_sources,$(1)) \
		build/config/slides-$(1) build/node/installed | browser-packages
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
test-browser: $(foreach deck,$(DECKS),build/slides/$(deck).fits)

# The figures of the lessons and of README, drawn by the same functions as the decks'.
.PHONY: figures
figures:
	@$(foreach script,$(wildcard chapters/*/figures/draw.mjs) common/pages/draw.mjs,node $(script) &&) :

SCRIPT_TESTS += $(wildcard slides/slides_test.sh slides/make_test.sh)
