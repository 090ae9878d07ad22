# make paste RUNG=04.13: prints a rung as one file, for a project of your own.
.PHONY: paste
paste:
	@common/make/paste.sh '$(RUNG)'

SCRIPT_TESTS += common/make/paste_test.sh common/make/steps_test.sh
SLOW_TESTS += 'common/make/paste_test.sh --all'
