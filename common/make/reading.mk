# A page that quotes the output of commands has a script update.sh beside it, based on common/make/quote_output.sh;
# common/pages/report.sh draws the picture in README.md. `make tables` updates them, `make test` checks that they are
# up to date.
QUOTING_PAGES := $(sort $(wildcard chapters/*/update.sh) common/pages/report.sh)
FRESHNESS_CHECKS += $(QUOTING_PAGES)

.PHONY: reading
reading: $(PROGRAMS) $(LESSON_PROGRAMS) $(TOOLS) $(EMULATOR) build/test/programs/corpus_order
	@$(foreach script,$(QUOTING_PAGES),$(script) &&) :
tables: reading
