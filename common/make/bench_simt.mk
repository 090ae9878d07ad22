# `make bench-simt`: the emulator's speed with its checks and without, beside the same work in OpenMP C++, and its
# memory use. The results go to emulator/test/benchmark/results, and emulator/update.sh writes them into the page.
.PHONY: bench-simt
bench-simt: build/simt build/lib/libcudart.so.13 build/test/programs/bench_kernels \
    build/test/programs/memory_kernels
	@emulator/test/benchmark/bench.sh $(ARGS)
