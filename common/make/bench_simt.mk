# `make bench-simt`: how fast the emulator is, with its checks and without, beside the same work in OpenMP C++.
.PHONY: bench-simt
bench-simt: build/simt build/lib/libcudart.so.13 build/test/programs/bench_kernels \
    build/test/programs/memory_kernels
	@common/simt/benchmark/bench.sh $(ARGS)
