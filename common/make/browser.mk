# `make test-browser`: tests in a real browser, Debian's chromium (common/node/browser.mjs runs them). `make test-all` runs them
# too, where there is a browser. Screenshots for a person to look at go to build/screenshots.
#
# Tests are found by their names. Another part says what they need, or what else must hold, with a line "test-browser: …"; here they
# need a program to record.
BROWSER_TESTS := $(sort $(wildcard common/node/*_test.mjs emulator/test/view/*_test.mjs common/site/*_test.mjs))
run_browser_tests = CHROME='$(browser)' node common/node/browser.mjs

.PHONY: test-browser
test-browser: build/node/installed $(EMULATOR) build/05-shortcuts | browser-packages
	@$(run_browser_tests) $(if $(ONLY),--only '$(ONLY)') $(BROWSER_TESTS)

SLOW_TESTS += $(if $(browser),'$(MAKE) test-browser','echo "tests in a browser need chromium$(comma) which make test-browser installs"; exit 77')
