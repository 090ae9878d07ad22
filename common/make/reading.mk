# The page "Reading a profile" quotes what commands print: `make tables` writes it anew, `make test` checks that it is fresh.
FRESHNESS_CHECKS += chapters/reading-a-profile/update.sh

.PHONY: reading
reading: $(PROGRAMS) $(TOOLS) $(EMULATOR) build/test/programs/corpus_order
	@chapters/reading-a-profile/update.sh
tables: reading
