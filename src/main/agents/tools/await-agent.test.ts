import { describe, expect, it } from 'vitest'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { createGate } from '../../../../test/support/models/model-script.ts'
import { openAgentsRig } from '../../../../test/support/rigs/agents-rig.ts'
import { untilAborted } from '../../../../test/support/rigs/scripted-replies.ts'
import { awaitAgent } from './await-agent.ts'
import { createSiblings } from './siblings.ts'

const MINUTE = 60_000
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A chat that waits for two agents. */
async function open(isOpen = true) {
  const clock = createStoppedClock()
  const rig = await openAgentsRig({ work: (run) => untilAborted(run.signal) })
  const { subscribe } = rig.log.bus
  const siblings = createSiblings({ clock, subscribe, patienceMs: () => 2 * MINUTE })
  const by = { sessionId: rig.chatId, runId: rig.runIn(rig.chatId) }
  const stopper = new AbortController()
  const deps = { children: rig.children, siblings, goesOnWithout: () => isOpen }
  const wait = async () => {
    const child = await rig.give(rig.chatId, { background: false })
    const begin = async () => child
    return { child, end: awaitAgent(deps, { begin, by }, stopper.signal).then((waited) => waited?.end) }
  }
  const [quick, slow] = [await wait(), await wait()]
  const isMoved = () => rig.log.store.folds(slow.child.sessionId).session?.meta.background === true
  return { rig, clock, deps, by, quick, slow, stop: () => stopper.abort(new Error('Enough.')), isMoved }
}

describe('the wait for an agent', () => {
  it('is over when its sibling has long ended: the agent goes on in the background', async () => {
    const { rig, clock, quick, slow, isMoved } = await open()
    await rig.children.stop(quick.child.sessionId, 'Enough.')
    expect(await quick.end).toMatchObject({ status: 'cancelled' })
    clock.advance(2 * MINUTE - 1)
    expect(isMoved()).toBe(false)
    clock.advance(1)
    expect([await slow.end, isMoved()]).toEqual(['time', true])
    expect(rig.states(slow.child.sessionId)).toEqual(['running'])
    await rig.children.stop(slow.child.sessionId, 'Enough.')
  })

  it('has siblings that ended before it was started', async () => {
    const { rig, clock, deps, by, quick, slow, stop } = await open()
    const started = createGate()
    const child = await rig.give(rig.chatId, { background: false })
    const begin = () => started.passed.then(() => child)
    const late = awaitAgent(deps, { begin, by }, new AbortController().signal)
    stop()
    await Promise.all([quick.end, slow.end])
    started.open()
    await turn()
    clock.advance(2 * MINUTE)
    expect(await late).toEqual({ child, end: 'time' })
    await rig.children.stop(child.sessionId, 'Enough.')
  })

  it('lasts as long as the agent where the end of who waits says that all is done', async () => {
    const { rig, clock, quick, slow, isMoved } = await open(false)
    await rig.children.stop(quick.child.sessionId, 'Enough.')
    await quick.end
    clock.advance(24 * 60 * MINUTE)
    expect(isMoved()).toBe(false)
    await rig.children.stop(slow.child.sessionId, 'Enough.')
    expect(await slow.end).toMatchObject({ status: 'cancelled' })
  })

  it('is over when the person wants it, and no time moves the agent again', async () => {
    const { rig, clock, quick, slow } = await open()
    rig.children.toBackground(slow.child.sessionId)
    expect(await slow.end).toBe('person')
    // It has brought nothing that could wait for the other.
    expect(clock.waiting()).toEqual([])
    await rig.children.stop(quick.child.sessionId, 'Enough.')
    await quick.end
    expect(clock.waiting()).toEqual([])
    await rig.children.stop(slow.child.sessionId, 'Enough.')
  })

  it('takes the agents along when it is stopped', async () => {
    const { clock, quick, slow, stop, isMoved } = await open()
    stop()
    for (const { child, end } of [quick, slow])
      expect(await end).toMatchObject({ runId: child.runId, status: 'cancelled' })
    expect([isMoved(), clock.waiting()]).toEqual([false, []])
  })
})
