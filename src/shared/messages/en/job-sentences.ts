/** Messages about background programs. */
export const JOB_SENTENCES = {
  'job.noPort': 'This program has no open port. It may have ended.',
  'job.exited': '{job} ended with exit code {code}: {command}',
  'job.signalled': '{job} was ended by {signal}: {command}',
  'job.closed': '{job} was stopped when the app closed: {command}',
  'job.matched': '{job} printed the awaited line: {line}',
} as const
