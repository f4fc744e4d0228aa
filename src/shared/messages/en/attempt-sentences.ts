/** Reasons an attempt could not start, be checked or be taken over. */
export const ATTEMPT_SENTENCES = {
  'attempts.gone': 'These attempts are no longer known. Refresh the list.',
  'attempts.noPick': 'Nothing is composed yet. Pick changes and compose them first.',
  'attempts.noCheck': 'These attempts have no check command.',
  'attempts.noTrust':
    'A check command needs your trust in the project. Trust it under Settings › Permissions.',
  'attempts.checking': 'The check is running in this worktree. Stop it first. Nothing was removed.',
  'attempts.most': 'A task can have at most {most} attempts.',
  'attempts.limit': 'The attempts have reached their spending limit of {limit}. They were stopped.',
  'attempts.noUndo': 'The files of the project have changed since. Nothing was undone: {reason}',
} as const
