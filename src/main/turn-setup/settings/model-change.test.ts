import { expect, it } from 'vitest'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import { EventId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { Message } from '#shared/session/message.ts'
import { type AskedNow, settingChanges } from './model-change.ts'

let seq = 0
const stored = (event: NewDurableEvent, ts: number): DurableEvent => {
  seq += 1
  return { ...event, id: EventId.parse(`evt_${String(seq).padStart(8, '0')}`), seq, ts } as DurableEvent
}
const answer = (ts: number, effort?: Effort | null, more: Partial<Message> = {}): DurableEvent =>
  stored(
    {
      kind: 'message',
      payload: {
        message: {
          role: 'assistant',
          parts: [],
          model: 'tide/one',
          agentId: 'build',
          ...more,
          ...(effort === undefined ? {} : { effort }),
        },
      },
    } as NewDurableEvent,
    ts,
  )

/** The settings that the agent knows about, compared before each request. */
function toldOf(path: DurableEvent[], ...asked: readonly Partial<AskedNow>[]): string[] {
  const told: string[] = []
  for (const each of asked) {
    const now: AskedNow = {
      model: { ref: 'tide/one', provider: 'tide' },
      agentId: 'build',
      effort: undefined,
      keySince: null,
      isKeyMissing: false,
      ...each,
    }
    const events = settingChanges(path, now)
    path.push(...events.map((event) => stored(event, 100)))
    told.push(...events.map((event) => (event.kind === 'harness.item' ? event.payload.content : '')))
  }
  return told
}

it('tells another effort once, and again when it changes again before an answer', () => {
  const high = { effort: 'high' } as const
  expect(toldOf([answer(1, null)], high, high, { effort: 'low' }, { effort: null })).toEqual([
    'The effort changed from model default to high.',
    'The effort changed from high to low.',
    'The effort changed from low to model default.',
  ])
  expect(toldOf([answer(1, 'high')], high)).toEqual([])
})

it('tells no effort where the one before is not known, or the turn has its own', () => {
  expect(toldOf([answer(1)], { effort: 'high' })).toEqual([])
  expect(toldOf([answer(1, 'low')], { effort: undefined })).toEqual([])
  expect(toldOf([], { effort: 'high', keySince: 5 })).toEqual([])
})

it('tells another key once, where it is newer than the answer before', () => {
  const key = { keySince: 5 }
  expect(toldOf([answer(1)], key, key)).toEqual(['Requests to tide use another key from here on.'])
  expect(toldOf([answer(9)], key)).toEqual([])
})

it('tells once that the key is gone, and then of the next one', () => {
  const gone = { isKeyMissing: true }
  const path = [answer(1)]
  const sentence = 'The key for tide is no longer there. Add one in Settings › Models.'
  expect(toldOf(path, gone, gone)).toEqual([sentence])
  expect(toldOf(path, { keySince: 200 })).toEqual(['Requests to tide use another key from here on.'])
  expect(toldOf([], gone)).toEqual([])
})

it('leaves changes of the model and the agent to their own notices', () => {
  const now = { effort: 'high', keySince: 5 } as const
  expect(toldOf([answer(1, 'low', { model: 'tide/two' })], now)).toEqual([])
  expect(toldOf([answer(1, 'low')], { ...now, agentId: 'poet' })).toEqual([])
})
