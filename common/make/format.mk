# `make format` writes every source file in the style of .clang-format; `make test` checks that nothing would change.
.PHONY: format
format: | packages
	@common/make/format_check.sh --fix
