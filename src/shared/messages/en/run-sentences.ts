/**
 * Messages about the end of workflow runs. Main shows them in desktop notifications and chats, so both
 * languages are here.
 */
export const RUN_SENTENCES = {
  'run.tokensSpent': 'The budget of {total} tokens is spent ({spent}). Raise it and resume.',
  'run.moneySpent': 'The limit of {total} is reached ({spent}). Raise it and resume.',
  'run.pastWarn': '{name} passed its budget warning.',
  'run.usedOpen': '{tokens} output tokens so far; it has no limit.',
  'run.usedOf': '{tokens} output tokens so far; it pauses at {ceiling}.',
  'run.paidOpen': '{tokens} output tokens ({usd}) so far; it has no limit.',
  'run.paidOf': '{tokens} output tokens ({usd}) so far; it pauses at {ceiling}.',
  'run.ranOut': 'The budget ran out while the agent was running.',
  'run.oneNotAwaited':
    'The script ended while an agent was still running. Write await before agent(…), or hand the calls to parallel.',
  'run.inBin': 'This chat is in the bin. Restore it first.',
  'run.notAwaited':
    'The script ended while {count} agents were still running. Write await before agent(…), or hand the calls to parallel.',
  'run.broke': 'The run failed unexpectedly. Finished work is kept. See the log for details.',
  'run.scriptFailed': 'The script failed: {what}',
  'run.computedTooLong':
    'The script computed for more than {seconds} seconds without waiting for an agent. It was stopped; look for a loop that never ends.',
  'run.waitsForNothing':
    'The script waits for something that never happens: nothing it started is still running. Check the promises it creates.',
  'run.silent':
    'The script did not respond for {seconds} seconds and was stopped. Look for work on very large values.',
  'run.outOfMemory': 'The script used more memory than it may have (64 MiB).',
  'run.failedWith': 'The script failed:',
  'run.place': '({file}, line {line}, column {column})',
  'run.tooDeep': 'The script calls itself too deeply.',
  'run.nonsense': 'The script sent an invalid message and was stopped.',
  'run.saidTooMuch': 'The script asked for more than a run can accept and was stopped.',
  'run.sandboxEnded': 'The sandbox of the script ended unexpectedly.',
  'run.sandboxBroken': 'The script broke its sandbox. It was stopped.',
  'run.sandboxBrokenBy': 'The script broke its sandbox ({what}). It was stopped.',
  'run.ended': 'The run has ended.',
  'run.hookBroke': '{hook} failed unexpectedly. See the log for details.',
  'run.notKept': 'The run was ended because a result could not be kept.',
  'run.notKeptBecause': 'The run was ended because a result could not be kept: {why}',
  'run.notGoingOn': 'This run is not in progress.',
  'run.goesOn': 'This run is already in progress.',
  'run.untrusted':
    'This run came with the folder, and the folder is not trusted. Trust it in the chat of the project, then try again.',
  'run.noReason': 'The workflow run failed without saying why.',
  'run.projectTooLarge':
    'The project is too large: the sandbox could not search it in time for hooks and files that steer other programs. The command did not run.',
  'run.projectTooDeep':
    'The folder {folder} is nested too deep: the sandbox could not search it for hooks and files that steer other programs. The command did not run. Move or remove the folder outside the sandbox.',
  'run.renamedLate':
    'The app ended while a command ran here. These new files could have started programs, so they were renamed to .blocked: {files}',
  'run.done': 'This run is done. Fork it to change something.',
  'run.gone': 'This workflow run is no longer stored here.',
  'run.logGone': 'The log of this workflow run is gone, so it cannot be resumed.',
  'agent.skippedByYou': 'Skipped by you.',
  'agent.stoppedByYou': 'Stopped by you.',
  'agent.againByYou': 'Started again by you.',
  'agent.cutOff': 'The run ended before the agent was done.',
  'agent.broke': 'The agent failed unexpectedly. See the log for details.',
  'agent.notAtRest': 'The agent did not stop in time.',
  'agent.notText': 'The answer of “{label}” is not a text.',
  'agent.schemaWrong': 'The schema of “{label}” is not valid JSON Schema: {what}',
  'agent.misfit': 'The answer of “{label}” did not fit its schema after {tries} tries: {problems}',
  'workflow.workKept': 'The work of {label} was kept in a work tree of its own: {path}',
  'agent.noPart': 'This agent is no longer part of the run.',
  'agent.over': 'This agent has already ended.',
} as const
