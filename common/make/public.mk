# `make public-programs`: public CUDA programs under build/simt, fetched by commit (common/public). ARGS="--record" writes the results,
# ARGS="NAME" tries one; PROGRAMS_FROM=dir takes the files from a folder.
.PHONY: public-programs
public-programs: simt-and-libraries
	@python3 common/public/programs.py $(ARGS)

SCRIPT_TESTS += common/public/programs_test.sh
