#!/bin/sh
# The first line of every file in results/: which GPU, driver and toolkit measured it, and when.
set -eu
printf '# %s, driver %s, CUDA %s, %s\n' \
    "$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1)" \
    "$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)" \
    "$(nvcc --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')" "$(date -u +%Y-%m-%d)"
