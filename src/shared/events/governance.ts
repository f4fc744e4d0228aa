import type { EventKind } from './event.ts'

export type ModelAction = 'include' | 'inject' | 'barrier' | 'system' | 'skip'
export type LeafAction = 'advance' | 'move' | 'annotate' | 'none'

/** The policy of an event kind: sent to windows, its part in a request, and its effect on the leaf. */
export type EventPolicy = {
  readonly live: boolean
  readonly model: ModelAction
  readonly leaf: LeafAction
}

const stored = (model: ModelAction, leaf: LeafAction): EventPolicy => ({ live: true, model, leaf })

/** A kind that is sent and never stored. */
const PASSING: EventPolicy = { live: true, model: 'skip', leaf: 'none' }

/** The one table of decisions. A kind without a row does not compile. */
export const GOVERNANCE: Readonly<Record<EventKind, EventPolicy>> = {
  'session.created': stored('skip', 'none'),
  'session.meta': stored('skip', 'annotate'),
  'instructions.snapshot': stored('system', 'annotate'),
  'context.status': stored('skip', 'annotate'),
  message: stored('include', 'advance'),
  'harness.item': stored('inject', 'advance'),
  compact: stored('barrier', 'advance'),
  // On the branch they were made on, so that going back takes them back and a copy of the branch has them.
  'exchange.snipped': stored('skip', 'advance'),
  'exchange.restored': stored('skip', 'advance'),
  'leaf.moved': stored('skip', 'move'),
  'restore.begun': stored('skip', 'annotate'),
  'restore.ended': stored('skip', 'annotate'),
  'run.status': stored('skip', 'annotate'),
  'turn.ended': stored('skip', 'annotate'),
  'interaction.requested': stored('skip', 'annotate'),
  'interaction.resolved': stored('skip', 'annotate'),
  'plan.created': stored('skip', 'annotate'),
  'plan.changed': stored('skip', 'annotate'),
  'plan.step': stored('skip', 'annotate'),
  'queue.changed': stored('skip', 'annotate'),
  'note.changed': stored('skip', 'annotate'),
  'side.answered': stored('skip', 'annotate'),
  'job.changed': stored('skip', 'annotate'),
  'ext.data': stored('skip', 'annotate'),
  // Kept for a later reader, never sent to a window.
  audit: { live: false, model: 'skip', leaf: 'annotate' },
  'workflow.started': stored('skip', 'annotate'),
  'workflow.phase': stored('skip', 'annotate'),
  'workflow.agent': stored('skip', 'annotate'),
  'workflow.log': stored('skip', 'annotate'),
  'workflow.ended': stored('skip', 'annotate'),
  'attempts.started': stored('skip', 'annotate'),
  'attempts.added': stored('skip', 'annotate'),
  'attempts.checked': stored('skip', 'annotate'),
  'attempts.picked': stored('skip', 'annotate'),
  'attempts.applied': stored('skip', 'annotate'),
  'attempts.removed': stored('skip', 'annotate'),
  'attempts.limited': stored('skip', 'annotate'),
  'turn.started': PASSING,
  'message.start': PASSING,
  'message.delta': PASSING,
  'message.discarded': PASSING,
  'tool.started': PASSING,
  'tool.progress': PASSING,
  'tool.ended': PASSING,
  'request.retry': PASSING,
  'model.loading': PASSING,
  'context.trace': PASSING,
}
