import type { RunRecord } from '#shared/run/run.ts'

/** The message to an agent that is retried automatically. */
export const SECOND_TRY =
  'You were stopped because nothing was heard of you for a long time: what you did last never came to an end. What was done until then stands. Go on with your task from there, and do not repeat what hung: find another way, or say what cannot be done.'

/** Whether a run was stopped for being silent. */
export const isHung = ({ status, error }: Pick<RunRecord, 'status' | 'error'>): boolean =>
  status === 'failed' && error?.said?.some(({ name }) => name === 'agent.silent') === true
