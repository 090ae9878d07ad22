# make new CHAPTER=06-name, make new EX=02.9 NAME=some-name: begins a chapter or an exercise with a small example that builds, passes
# its tests and is then changed. common/make/new.sh copies the templates; the nested make finds the new files.
NEW_NUMBER := $(firstword $(subst -, ,$(CHAPTER)))
.PHONY: new
new:
	@common/make/new.sh '$(CHAPTER)' '$(EX)' '$(NAME)'
ifneq ($(EX),)
	@$(MAKE) verify EX=$(EX) PAGES=write
	@echo "Exercise $(EX) is in $$(echo exercises/*/$(word 2,$(subst ., ,$(EX)))-$(NAME)), its solution in the same folder of solutions/."
	@echo "Next: change them, as exercises/README.md says, and link the page from the chapter's. make verify EX=$(EX) proves it."
else
	@$(MAKE) tables-$(NEW_NUMBER)
	@echo "Chapter $(CHAPTER) is in chapters/$(CHAPTER). Next: make run-$(NEW_NUMBER); then change it, as common/ladder/README.md says,"
	@echo "and add it to README.md's table."
endif

SCRIPT_TESTS += common/make/new_test.sh
