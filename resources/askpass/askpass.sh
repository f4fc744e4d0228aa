#!/bin/sh
# Started by git and ssh with a question. Asks the app and prints the answer.
export ELECTRON_RUN_AS_NODE=1
exec "$ORRERY_ASKPASS_RUNTIME" "$ORRERY_ASKPASS_SCRIPT" "$@"
