# `make records`: the fastest rungs beside libraries and ceilings, with bars; common/records says which. ARGS="1 2 3" are the seeds,
# ARGS="--only 'min-plus|scan'" measures those two anew and keeps the other rows.
RECORDS := common/records/results/$(RESULTS_NAME).csv
.PHONY: records
records: $(if $(filter gpu,$(BACKEND)),build/02-transpose build/03-reduction build/05-shortcuts build/04/shapes)
	@[ $(BACKEND) = gpu ] || { echo "make records measures time, and only a GPU has it: here is $$BACKEND_TEXT." >&2; exit 2; }
	@common/records/measure.sh $(RECORDS) $(ARGS)
	@common/records/table.sh $(RECORDS)

# The searches behind the tiles of 02.9, the ways of 03.10 to read, the tiles of 04.14, the order of 04.15's loop, its bands, and the tiles of chapter
# 05's rungs.
.PHONY: tune
TUNED = chapters/02-transpose/results/tune/$(RESULTS_NAME).csv chapters/03-reduction/results/tune/$(RESULTS_NAME).csv chapters/04-matmul/results/tune/$(RESULTS_NAME).csv chapters/05-shortcuts/results/tune/$(RESULTS_NAME).txt \
	chapters/05-shortcuts/results/tune/$(RESULTS_NAME)-small.txt chapters/04-matmul/results/orders/$(RESULTS_NAME).csv chapters/04-matmul/results/bands/$(RESULTS_NAME).csv
tune: $(if $(filter gpu,$(BACKEND)),build/02/tune build/03/tune build/04/tune build/04/orders build/04/bands build/05/tune)
	@[ $(BACKEND) = gpu ] || { echo "make tune measures time, and only a GPU has it: here is $$BACKEND_TEXT." >&2; exit 2; }
	@build/02/tune --csv >$(word 1,$(TUNED))
	@build/03/tune --csv >$(word 2,$(TUNED))
	@build/04/tune --csv >$(word 3,$(TUNED))
	@build/05/tune >$(word 4,$(TUNED))
	@build/04/orders --csv >$(word 6,$(TUNED))
	@build/04/bands --csv >$(word 7,$(TUNED))
	@for n in 300 500 1000 1400 1500 1700 1800 2000; do build/05/tune $$n 25; done >$(word 5,$(TUNED))
	@printf '%s\n' $(TUNED)

SCRIPT_TESTS += common/records/records_test.sh
