/** Messages about triggers. */
export const TRIGGER_SENTENCES = {
  'trigger.badCron':
    '“{expression}” is no schedule. Use five fields: minute, hour, day of the month, month, day of the week.',
  'trigger.badPattern': '“{pattern}” is no file pattern.',
  'trigger.notStarted': 'The run could not be started. See the log for details.',
  'trigger.runFailed': 'The run failed. Open it for details.',
  'trigger.gone': 'This trigger was deleted.',
  'trigger.untrusted': 'This project is not trusted. Trust it first, then start the trigger.',
  'trigger.active': 'A run of this trigger is active. Wait until it has ended, or allow runs side by side.',
  'trigger.failed': 'The trigger {name} failed.',
  'trigger.pausedAfterFailures': 'The trigger {name} failed three times in a row and is paused.',
  'trigger.pausedManyFiles': 'The trigger {name} is paused: its patterns cover too many files or folders.',
  'trigger.pausedNoRepository': 'The trigger {name} is paused: git cannot read a repository in its folder.',
} as const
