#!/bin/sh
# Opens the notebooks in your browser. The first time it sets everything up, which takes a few
# minutes; after that it starts at once. Words behind it go to JupyterLab, such as --no-browser, and
# PYTHON=/path/to/python in front of it chooses a Python.
CDPATH='' cd -- "$(dirname -- "$0")" || exit 1
sh .ci/setup || exit 1
exec .venv/bin/course lab "$@"
