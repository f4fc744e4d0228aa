import type { EventKind } from './event.ts'

export type ModelAction = 'include' | 'inject' | 'barrier' | 'system' | 'skip'
export type LeafAction = 'advance' | 'move' | 'annotate' | 'none'
export type ViewAction = 'bubble' | 'note' | 'divider' | 'card' | 'monitor' | 'prompt' | 'hidden'

/**
 * The policy per event kind: stored, replayed, sent live, shown, sent to the model, and whether it moves the
 * leaf.
 */
export type EventPolicy = {
  readonly durable: boolean
  readonly replay: boolean
  readonly live: boolean
  readonly model: ModelAction
  readonly leaf: LeafAction
  readonly view: ViewAction
}

const stored = (model: ModelAction, leaf: LeafAction, view: ViewAction): EventPolicy => ({
  durable: true,
  replay: true,
  live: true,
  model,
  leaf,
  view,
})

const passing = (view: ViewAction): EventPolicy => ({
  durable: false,
  replay: false,
  live: true,
  model: 'skip',
  leaf: 'none',
  view,
})

/** The one table of decisions. A kind without a row does not compile. */
export const GOVERNANCE: Readonly<Record<EventKind, EventPolicy>> = {
  'session.created': stored('skip', 'none', 'hidden'),
  'session.meta': stored('skip', 'annotate', 'note'),
  'instructions.snapshot': stored('system', 'annotate', 'card'),
  'context.status': stored('skip', 'annotate', 'divider'),
  message: stored('include', 'advance', 'bubble'),
  'harness.item': stored('inject', 'advance', 'note'),
  compact: stored('barrier', 'advance', 'card'),
  // On the branch they were made on, so that going back takes them back and a copy of the branch has them.
  'exchange.snipped': stored('skip', 'advance', 'note'),
  'exchange.restored': stored('skip', 'advance', 'note'),
  'leaf.moved': stored('skip', 'move', 'divider'),
  'restore.begun': stored('skip', 'annotate', 'monitor'),
  'restore.ended': stored('skip', 'annotate', 'monitor'),
  'run.status': stored('skip', 'annotate', 'monitor'),
  'turn.ended': stored('skip', 'annotate', 'monitor'),
  'interaction.requested': stored('skip', 'annotate', 'prompt'),
  'interaction.resolved': stored('skip', 'annotate', 'prompt'),
  'plan.created': stored('skip', 'annotate', 'monitor'),
  'plan.changed': stored('skip', 'annotate', 'monitor'),
  'plan.step': stored('skip', 'annotate', 'monitor'),
  'queue.changed': stored('skip', 'annotate', 'hidden'),
  'note.changed': stored('skip', 'annotate', 'hidden'),
  'side.answered': stored('skip', 'annotate', 'hidden'),
  'job.changed': stored('skip', 'annotate', 'hidden'),
  'ext.data': stored('skip', 'annotate', 'hidden'),
  // Kept for a later reader, never sent to a window.
  audit: { durable: true, replay: false, live: false, model: 'skip', leaf: 'annotate', view: 'hidden' },
  'workflow.started': stored('skip', 'annotate', 'monitor'),
  'workflow.phase': stored('skip', 'annotate', 'monitor'),
  'workflow.agent': stored('skip', 'annotate', 'monitor'),
  'workflow.log': stored('skip', 'annotate', 'monitor'),
  'workflow.ended': stored('skip', 'annotate', 'monitor'),
  'attempts.started': stored('skip', 'annotate', 'monitor'),
  'attempts.added': stored('skip', 'annotate', 'monitor'),
  'attempts.checked': stored('skip', 'annotate', 'monitor'),
  'attempts.picked': stored('skip', 'annotate', 'monitor'),
  'attempts.applied': stored('skip', 'annotate', 'monitor'),
  'attempts.removed': stored('skip', 'annotate', 'monitor'),
  'attempts.limited': stored('skip', 'annotate', 'monitor'),
  'turn.started': passing('monitor'),
  'message.start': passing('bubble'),
  'message.delta': passing('bubble'),
  'message.discarded': passing('bubble'),
  'tool.started': passing('card'),
  'tool.progress': passing('card'),
  'tool.ended': passing('card'),
  'request.retry': passing('monitor'),
  'model.loading': passing('monitor'),
  'context.trace': passing('hidden'),
}
