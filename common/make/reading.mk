# Pages that quote what commands print have a script update.sh beside them, made of common/make/quote_output.sh; common/pages/report.sh
# draws the picture in README.md. `make tables` writes them anew, `make test` checks that they are fresh.
QUOTING_PAGES := $(sort $(wildcard chapters/*/update.sh) common/pages/report.sh)
FRESHNESS_CHECKS += $(QUOTING_PAGES)

.PHONY: reading
reading: $(PROGRAMS) $(LESSON_PROGRAMS) $(TOOLS) $(EMULATOR) build/test/programs/corpus_order
	@$(foreach script,$(QUOTING_PAGES),$(script) &&) :
tables: reading
