#!/bin/sh
# The files for containers and for continuous integration: their syntax, and that the image has the packages that the make files ask
# for. Nothing is built or run.
set -u
command -v python3 >/dev/null || { echo "python3 is not installed"; exit 77; }
docker=.devcontainer/Dockerfile
status=0
fail() {
    printf 'FAILED: %s\n' "$*"
    status=1
}

python3 -m json.tool .devcontainer/devcontainer.json >/dev/null || fail ".devcontainer/devcontainer.json is JSON"

# One instruction a line: comments left out, continued lines joined.
instructions=$(grep -v '^ *#' $docker | sed -e ':a' -e '/\\$/N; s/\\\n//; ta' | grep .)
printf '%s\n' "$instructions" | sed -n 1p | grep -q '^FROM nvidia/cuda:[0-9.]*-devel-' || fail "$docker begins with NVIDIA's image for developers"
other=$(printf '%s\n' "$instructions" | grep -vE '^(FROM|RUN|ENV|USER|WORKDIR|CMD) ')
[ -z "$other" ] || fail "$docker has no other instructions than these: $other"
printf '%s\n' "$instructions" | sed -n 's/^RUN //p' | sh -n || fail "the commands of $docker are shell"
asked=$(sed -n '/^PACKAGES_FOR_fuzz/d; /:= *\$/d; s/^PACKAGES_\(EMULATOR\|FOR_[a-z-]*\) := //p' common/make/*.mk)
for package in g++ doctest-dev $asked; do
    printf '%s\n' "$instructions" | grep -qw -e "$package" || fail "$docker installs $package, which a make file asks for"
done

[ -e .github/workflows ] || exit $status  # a students' copy
python3 -c 'import yaml' 2>/dev/null || { [ $status = 0 ] || exit 1; echo "python3-yaml is not installed"; exit 77; }
python3 - .github/workflows/*.yml <<'PYTHON' || status=1
import subprocess
import sys

import yaml

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        workflow = yaml.safe_load(file)
    for name, job in workflow["jobs"].items():
        assert job["runs-on"] and job["steps"], f"{path}: the job {name} runs somewhere and has steps"
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step), f"{path}: a step runs something or uses something: {step}"
            subprocess.run(["bash", "-n"], input=step.get("run", "").encode(), check=True)
PYTHON
exit $status
