# `make dist`: the students' copy of the course as an archive in OUT, without solutions (common/dist/dist.py). HIDE=02.3,04.1 takes
# out the rungs that answer these exercises; STUDENTS=list.txt SECRET=secret.txt draws numbers for each student. PREBUILT=1 builds
# the copy for every CPU and adds what was built as a second archive, to be unpacked over the first. make takes it as it is where the
# toolkit and g++ are the same, and otherwise builds anew.
OUT ?= build/dist
PACKAGES_FOR_dist := python3 git

.PHONY: dist
dist: | packages
	@PYTHONDONTWRITEBYTECODE=1 python3 common/dist/dist.py '$(OUT)' $(if $(HIDE),--hide '$(HIDE)') $(if $(STUDENTS),--students '$(STUDENTS)') \
		$(if $(SECRET),--secret '$(SECRET)')
	@$(if $(PREBUILT),common/dist/prebuilt.sh '$(OUT)')

SCRIPT_TESTS += common/dist/dist_test.sh
