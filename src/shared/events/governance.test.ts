import { describe, expect, it } from 'vitest'
import { DURABLE_PAYLOADS, LIVE_PAYLOADS } from './event.ts'
import { GOVERNANCE } from './governance.ts'

/** Every kind and every decision, said a second time: kept, replayed, sent, told to the model, leaf, view. */
const PINNED: Readonly<Record<string, string>> = {
  'session.created': 'sent skip none',
  'session.meta': 'sent skip annotate',
  'instructions.snapshot': 'sent system annotate',
  'context.status': 'sent skip annotate',
  message: 'sent include advance',
  'harness.item': 'sent inject advance',
  compact: 'sent barrier advance',
  'exchange.snipped': 'sent skip advance',
  'exchange.restored': 'sent skip advance',
  'job.changed': 'sent skip annotate',
  'leaf.moved': 'sent skip move',
  'restore.begun': 'sent skip annotate',
  'restore.ended': 'sent skip annotate',
  'run.status': 'sent skip annotate',
  'turn.ended': 'sent skip annotate',
  'interaction.requested': 'sent skip annotate',
  'interaction.resolved': 'sent skip annotate',
  'note.changed': 'sent skip annotate',
  'side.answered': 'sent skip annotate',
  'plan.created': 'sent skip annotate',
  'plan.changed': 'sent skip annotate',
  'plan.step': 'sent skip annotate',
  'queue.changed': 'sent skip annotate',
  'ext.data': 'sent skip annotate',
  audit: '- skip annotate',
  'workflow.started': 'sent skip annotate',
  'workflow.phase': 'sent skip annotate',
  'workflow.agent': 'sent skip annotate',
  'workflow.log': 'sent skip annotate',
  'workflow.ended': 'sent skip annotate',
  'turn.started': 'sent skip none',
  'message.start': 'sent skip none',
  'message.delta': 'sent skip none',
  'message.discarded': 'sent skip none',
  'tool.started': 'sent skip none',
  'tool.progress': 'sent skip none',
  'tool.ended': 'sent skip none',
  'request.retry': 'sent skip none',
  'model.loading': 'sent skip none',
  'context.trace': 'sent skip none',
  'attempts.added': 'sent skip annotate',
  'attempts.applied': 'sent skip annotate',
  'attempts.checked': 'sent skip annotate',
  'attempts.limited': 'sent skip annotate',
  'attempts.picked': 'sent skip annotate',
  'attempts.removed': 'sent skip annotate',
  'attempts.started': 'sent skip annotate',
}

describe('the governance table', () => {
  it('decides for every kind as it is pinned here', () => {
    const decided = Object.entries(GOVERNANCE).map(([kind, { live, model, leaf }]) => [
      kind,
      `${live ? 'sent' : '-'} ${model} ${leaf}`,
    ])
    expect(Object.fromEntries(decided)).toEqual(PINNED)
  })

  it('has a row for each kind that is stored and each that is only sent', () => {
    const kinds = [...Object.keys(DURABLE_PAYLOADS), ...Object.keys(LIVE_PAYLOADS)]
    expect(Object.keys(GOVERNANCE).sort()).toEqual(kinds.sort())
  })

  it('lets nothing that is only sent reach the model or move a leaf', () => {
    const wrong = Object.entries(GOVERNANCE).filter(
      ([kind, { model, leaf }]) => kind in LIVE_PAYLOADS && (model !== 'skip' || leaf !== 'none'),
    )
    expect(wrong).toEqual([])
  })
})
