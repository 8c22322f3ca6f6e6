#!/bin/sh
# On a Mac, a double click starts this file: it does what start.sh does.
exec sh "$(dirname "$0")/start.sh"
