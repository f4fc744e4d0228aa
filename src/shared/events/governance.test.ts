import { describe, expect, it } from 'vitest'
import { DURABLE_PAYLOADS, LIVE_PAYLOADS } from './event.ts'
import { GOVERNANCE } from './governance.ts'

/** Every kind and every decision, said a second time: kept, replayed, sent, told to the model, leaf, view. */
const PINNED: Readonly<Record<string, string>> = {
  'session.created': 'kept replayed sent skip none hidden',
  'session.meta': 'kept replayed sent skip annotate note',
  'instructions.snapshot': 'kept replayed sent system annotate card',
  'context.status': 'kept replayed sent skip annotate divider',
  message: 'kept replayed sent include advance bubble',
  'harness.item': 'kept replayed sent inject advance note',
  compact: 'kept replayed sent barrier advance card',
  'exchange.snipped': 'kept replayed sent skip advance note',
  'exchange.restored': 'kept replayed sent skip advance note',
  'job.changed': 'kept replayed sent skip annotate hidden',
  'leaf.moved': 'kept replayed sent skip move divider',
  'restore.begun': 'kept replayed sent skip annotate monitor',
  'restore.ended': 'kept replayed sent skip annotate monitor',
  'run.status': 'kept replayed sent skip annotate monitor',
  'turn.ended': 'kept replayed sent skip annotate monitor',
  'interaction.requested': 'kept replayed sent skip annotate prompt',
  'interaction.resolved': 'kept replayed sent skip annotate prompt',
  'note.changed': 'kept replayed sent skip annotate hidden',
  'side.answered': 'kept replayed sent skip annotate hidden',
  'plan.created': 'kept replayed sent skip annotate monitor',
  'plan.changed': 'kept replayed sent skip annotate monitor',
  'plan.step': 'kept replayed sent skip annotate monitor',
  'queue.changed': 'kept replayed sent skip annotate hidden',
  'ext.data': 'kept replayed sent skip annotate hidden',
  audit: 'kept - - skip annotate hidden',
  'workflow.started': 'kept replayed sent skip annotate monitor',
  'workflow.phase': 'kept replayed sent skip annotate monitor',
  'workflow.agent': 'kept replayed sent skip annotate monitor',
  'workflow.log': 'kept replayed sent skip annotate monitor',
  'workflow.ended': 'kept replayed sent skip annotate monitor',
  'turn.started': '- - sent skip none monitor',
  'message.start': '- - sent skip none bubble',
  'message.delta': '- - sent skip none bubble',
  'message.discarded': '- - sent skip none bubble',
  'tool.started': '- - sent skip none card',
  'tool.progress': '- - sent skip none card',
  'tool.ended': '- - sent skip none card',
  'request.retry': '- - sent skip none monitor',
  'model.loading': '- - sent skip none monitor',
  'context.trace': '- - sent skip none hidden',
  'attempts.added': 'kept replayed sent skip annotate monitor',
  'attempts.applied': 'kept replayed sent skip annotate monitor',
  'attempts.checked': 'kept replayed sent skip annotate monitor',
  'attempts.limited': 'kept replayed sent skip annotate monitor',
  'attempts.picked': 'kept replayed sent skip annotate monitor',
  'attempts.removed': 'kept replayed sent skip annotate monitor',
  'attempts.started': 'kept replayed sent skip annotate monitor',
}

const word = (is: boolean, said: string) => (is ? said : '-')

describe('the governance table', () => {
  it('decides for every kind as it is pinned here', () => {
    const decided = Object.entries(GOVERNANCE).map(([kind, policy]) => {
      const kept = `${word(policy.durable, 'kept')} ${word(policy.replay, 'replayed')} ${word(policy.live, 'sent')}`
      return [kind, `${kept} ${policy.model} ${policy.leaf} ${policy.view}`]
    })
    expect(Object.fromEntries(decided)).toEqual(PINNED)
  })

  it('keeps exactly the kinds that have a durable payload', () => {
    const kept = Object.entries(GOVERNANCE).filter(([, policy]) => policy.durable)
    expect(kept.map(([kind]) => kind).sort()).toEqual(Object.keys(DURABLE_PAYLOADS).sort())
    const passing = Object.entries(GOVERNANCE).filter(([, policy]) => !policy.durable)
    expect(passing.map(([kind]) => kind).sort()).toEqual(Object.keys(LIVE_PAYLOADS).sort())
  })

  it('lets nothing that passes reach the model or move a leaf', () => {
    const wrong = Object.entries(GOVERNANCE).filter(
      ([, { durable, replay, model, leaf }]) => !durable && (replay || model !== 'skip' || leaf !== 'none'),
    )
    expect(wrong).toEqual([])
  })
})
