# `make records`: the fastest rungs beside libraries and ceilings, with bars; common/records says which. ARGS="1 2 3" are the seeds.
RECORDS := common/records/results/$(RESULTS_NAME).csv
.PHONY: records
records: $(if $(filter gpu,$(BACKEND)),build/02-transpose build/03-reduction build/05-shortcuts build/04/shapes)
	@[ $(BACKEND) = gpu ] || { echo "make records measures time, and only a GPU has it: here is $$BACKEND_TEXT." >&2; exit 2; }
	@common/records/measure.sh $(RECORDS) $(ARGS)
	@common/records/table.sh $(RECORDS)

SCRIPT_TESTS += common/records/records_test.sh
