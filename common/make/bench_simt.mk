# `make bench-simt`: the emulator's speed with its checks and without, beside the same work in OpenMP C++, and its
# memory use. Its page quotes results/: `make tables` writes them into it, `make test` checks that they are up to
# date.
FRESHNESS_CHECKS += emulator/test/benchmark/tables.sh

.PHONY: bench-simt bench-simt-tables
bench-simt: build/simt build/lib/libcudart.so.13 build/test/programs/bench_kernels \
    build/test/programs/memory_kernels
	@emulator/test/benchmark/bench.sh $(ARGS)
bench-simt-tables:
	@emulator/test/benchmark/tables.sh
tables: bench-simt-tables
