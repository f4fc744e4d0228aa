import { describe, expect, it } from 'vitest'
import { openAgentsRig } from '../../../test/support/agents-rig.ts'
import { untilAborted } from '../../../test/support/scripted-replies.ts'
import { createStoppedClock } from '../../../test/support/stopped-clock.ts'
import { awaitAgent } from './await-agent.ts'

const MINUTE = 60_000

async function open(first: number | null) {
  let movesAfterMs = first
  const clock = createStoppedClock()
  const rig = await openAgentsRig({ work: (run) => untilAborted(run.signal) })
  const child = await rig.give(rig.chatId, { background: false })
  const stopper = new AbortController()
  const deps = { children: rig.children, clock, movesAfterMs: () => movesAfterMs }
  const wait = awaitAgent(deps, child, stopper.signal)
  const meta = () => rig.log.store.folds(child.sessionId).session?.meta
  const never = () => {
    movesAfterMs = null
  }
  return { rig, clock, child, wait, never, stop: () => stopper.abort(new Error('Enough.')), meta }
}

describe('the wait for an agent', () => {
  it('is over when it has taken long: the agent goes on in the background', async () => {
    const { rig, clock, child, wait, meta } = await open(5 * MINUTE)
    clock.advance(5 * MINUTE - 1)
    expect(meta()?.background).toBeUndefined()
    clock.advance(1)
    expect(await wait).toBe('time')
    expect(meta()?.background).toBe(true)
    expect(rig.states(child.sessionId)).toEqual(['running'])
    await rig.children.stop(child.sessionId, 'Enough.')
  })

  it('lasts as long as the agent where nothing else was chosen', async () => {
    const { rig, clock, child, wait } = await open(null)
    clock.advance(24 * 60 * MINUTE)
    await rig.children.stop(child.sessionId, 'Enough.')
    expect(await wait).toMatchObject({ status: 'cancelled' })
  })

  it('goes on when the person has switched that off meanwhile', async () => {
    const { rig, clock, child, wait, never } = await open(5 * MINUTE)
    never()
    clock.advance(5 * MINUTE)
    await rig.children.stop(child.sessionId, 'Enough.')
    expect(await wait).toMatchObject({ status: 'cancelled' })
  })

  it('is over when the person wants it, and no time moves the agent again', async () => {
    const { rig, clock, child, wait } = await open(5 * MINUTE)
    rig.children.toBackground(child.sessionId)
    expect(await wait).toBe('person')
    expect(clock.waiting()).toEqual([])
    await rig.children.stop(child.sessionId, 'Enough.')
  })

  it('takes the agent along when it is stopped', async () => {
    const { child, wait, stop, meta } = await open(5 * MINUTE)
    stop()
    expect(await wait).toMatchObject({ runId: child.runId, status: 'cancelled' })
    expect(meta()?.background).toBeUndefined()
  })
})
