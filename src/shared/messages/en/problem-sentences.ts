/** Messages about problems that checks found after edits. */
export const PROBLEM_SENTENCES = {
  'problems.newOne': 'The checks found a new problem after the edits, in {path}. The agent received it.',
  'problems.newMany':
    'The checks found {count} new problems after the edits, the first in {path}. The agent received them.',
  'problems.left':
    'New problems are left after {count} rounds. The agent does not receive them again; Changes lists them.',
  'problems.noTrust': 'The project is not trusted, so its command did not run.',
  'problems.gone': 'This problem is no longer listed. The newest check found others.',
  'problems.serverOff': 'The language server is off. Switch it on under Settings › Checks.',
  'problems.serverWaits': 'The language server failed and is started again later: {reason}',
  'problems.serverSlow': 'The language server did not answer in time.',
  'problems.serverChanged': 'The command of {id} has changed. Check it and switch it on again.',
  'problems.noSandbox': 'The settings require the sandbox, and it cannot run here.',
  'problems.serverMissing':
    '{command} was not found. Install it, or correct its name in .orrery/config.toml.',
  'problems.slow': 'The command took longer than {seconds} seconds and was stopped.',
  'problems.ended': 'The command ended with exit code {code}. Its output names no file and line.',
  'format.empty': 'The format command printed nothing, so the file was not changed.',
  'format.secret': 'The file holds a value from the vault, which format commands do not get.',
  'format.slow': 'Formatting took longer than {seconds} seconds. The file is saved as you wrote it.',
  'format.one': 'The project’s formatter changed {path} after the edits. Undo is under Files changed.',
  'format.many':
    'The project’s formatter changed {count} files after the edits, the first is {path}. Undo is under Files changed.',
  'format.failed': '{path} was not formatted.',
} as const
