#!/bin/sh
# Started by git and ssh with a question. Asks the app and prints the answer.
# The question goes into a variable: a server may have worded it as a switch of the program.
export ORRERY_ASKPASS_PROMPT="$1"
exec "$ORRERY_ASKPASS_RUNTIME" ${ORRERY_ASKPASS_SWITCH:+"$ORRERY_ASKPASS_SWITCH"} \
  ${ORRERY_ASKPASS_SCRIPT:+"$ORRERY_ASKPASS_SCRIPT"} --askpass 2>/dev/null
