# `make tables` writes anew what pages quote, `make tables-02` what the pages of chapter 02 quote; `make test` checks that
# they are up to date.
#
# A chapter's program writes the tables between markers in its pages: counts from the emulator, times from results/. A
# folder whose pages show what commands print has a script update.sh (quote_output.sh).
pages_of = $(wildcard chapters/$(1)/*.md)
write_tables = build/$(1) --tables $(2)
define tables_rule
.PHONY: tables-$(1) tables-$(2)
tables-$(1): tables-$(2)
tables-$(2): $(call chapter_programs,$(1)) $(TOOLS) $(EMULATOR)
	@$(foreach page,$(call pages_of,$(1)),$(call write_tables,$(1),$(page)) &&) $(or $(wildcard chapters/$(1)/update.sh),:)
endef
$(foreach chapter,$(CHAPTERS),$(eval $(call tables_rule,$(chapter),$(call chapter_number,$(chapter)))))

PAGE_SCRIPTS := $(wildcard chapters/*/update.sh emulator/update.sh exercises/your-own-rung/update.sh common/pages/report.sh common/records/update.sh common/public/update.sh teaching/update.sh)
.PHONY: tables
tables: $(CHAPTERS:%=tables-%) course build/test/programs/corpus_order $(call test_programs,$(filter teaching/%,$(PROGRAM_SOURCES)))
	@$(foreach script,$(filter-out $(CHAPTERS:%=chapters/%/update.sh),$(PAGE_SCRIPTS)),$(script) &&) :

FRESHNESS_CHECKS += $(PAGE_SCRIPTS)
TABLE_CHECKS := $(foreach chapter,$(CHAPTERS),$(foreach page,$(call pages_of,$(chapter)),'$(call write_tables,$(chapter),$(page)) --check'))
