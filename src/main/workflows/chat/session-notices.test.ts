import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { says } from '../../../../test/support/rigs/scripted-replies.ts'
import { createSessionNotices } from './session-notices.ts'

async function open() {
  const rig = createRunRig({ replies: [says('Hello.')] })
  const sessionId = await rig.open()
  const state: { active: RunRecord | null; full: boolean } = { active: null, full: false }
  const reported: unknown[] = []
  const publish = (id: typeof sessionId, events: readonly NewDurableEvent[], also?: () => void) => {
    if (state.full) throw AppError.quoting('db.full', 'The disk is full.')
    return rig.log.bus.publish(id, events, also)
  }
  const notices = createSessionNotices({
    log: { ...rig.log.log, publish },
    activeRun: () => state.active,
    subscribe: rig.log.bus.subscribe,
    report: (error) => void reported.push(error),
  })
  const told = () =>
    rig.log.reader
      .eventsAfter(sessionId, 0)
      .flatMap((event) => (event.kind === 'harness.item' ? [event.payload.content] : []))
  return { rig, sessionId, state, reported, notices, told }
}

it('waits with a notice while a run goes on', async () => {
  const { notices, sessionId, state, told } = await open()
  state.active = {} as RunRecord
  notices.tell(sessionId, 'one')
  expect(told()).toEqual([])
  state.active = null
  notices.tell(sessionId, 'two')
  expect(told()).toEqual(['one', 'two'])
})

it('keeps a notice that could not be stored for the next occasion, and says so', async () => {
  const { notices, sessionId, state, reported, told } = await open()
  state.full = true
  notices.tell(sessionId, 'one')
  expect(reported).toHaveLength(1)
  state.full = false
  notices.tell(sessionId, 'two')
  expect(told()).toEqual(['one', 'two'])
})

it('says that a notice is stored when it is, and not while it waits or could not be', async () => {
  const { notices, sessionId, state } = await open()
  const stored: string[] = []
  state.active = {} as RunRecord
  notices.tell(sessionId, 'one', { stored: () => stored.push('one') })
  state.active = null
  state.full = true
  notices.tell(sessionId, 'two', { stored: () => stored.push('two') })
  expect(stored).toEqual([])
  state.full = false
  notices.tell(sessionId, 'three')
  expect(stored).toEqual(['one', 'two'])
})
