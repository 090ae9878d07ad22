# `make format` formats every source file as .clang-format says; `make test` checks that nothing would change.
.PHONY: format
format: | packages
	@common/make/format_check.sh --fix
