# `make bench-build`: how long building takes, ARGS=3 times each.
.PHONY: bench-build
bench-build:
	@common/make/bench_build.sh $(ARGS)
