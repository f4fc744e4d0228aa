import { describe, expect, it } from 'vitest'
import type { SessionEvent } from '#shared/events/event.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { createGate } from '../../../../test/support/models/model-script.ts'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { calls, echo, ended, says } from '../../../../test/support/rigs/scripted-replies.ts'
import { createSiblings } from './siblings.ts'

const MINUTE = 60_000
const RUN = 'run_1' as RunId
const OTHER = 'run_2' as RunId
const SESSION = 'ses_00000001' as SessionId

function open(minutes: number | null = 2) {
  const clock = createStoppedClock()
  const chosen = { minutes }
  const listeners = new Set<(sessionId: SessionId, events: readonly SessionEvent[]) => void>()
  const siblings = createSiblings({
    clock,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    patienceMs: () => (chosen.minutes === null ? null : chosen.minutes * MINUTE),
  })
  const late: string[] = []
  const wait = (name: string, run = RUN) => siblings.wait(run, () => void late.push(name))
  /** Publishes an event of a run. */
  const tell = (kind: 'turn.ended' | 'run.status', run = RUN) => {
    const payload = { runId: run, to: 'failed' }
    for (const listener of listeners) listener(SESSION, [{ kind, payload } as unknown as SessionEvent])
  }
  const { endedBefore, close } = siblings
  return { clock, chosen, late, wait, endedBefore, tell, close, listeners }
}

it('finds late who is still waited for long after another has ended', () => {
  const { clock, late, wait } = open()
  const leave = wait('quick')
  wait('slow')
  wait('slower')
  clock.advance(60 * MINUTE)
  leave('ended')
  clock.advance(2 * MINUTE - 1)
  expect(late).toEqual([])
  clock.advance(1)
  expect(late).toEqual(['slow', 'slower'])
})

it('finds nobody late who is waited for alone', () => {
  const { clock, late, wait } = open()
  wait('alone')
  const leave = wait('elsewhere', OTHER)
  leave('ended')
  clock.advance(24 * 60 * MINUTE)
  expect([late, clock.waiting()]).toEqual([[], []])
})

it('finds late who is called again after a restart, when another had ended before it', () => {
  const { clock, late, wait, endedBefore, tell } = open()
  endedBefore(RUN)
  wait('allowed now')
  clock.advance(2 * MINUTE)
  expect(late).toEqual(['allowed now'])
  tell('turn.ended')
  wait('alone')
  clock.advance(60 * MINUTE)
  expect(late).toEqual(['allowed now'])
})

it('begins anew whenever one has ended, so that a long row is told of together', () => {
  const { clock, late, wait } = open()
  const leaves = Array.from({ length: 20 }, (_, n) => wait(`agent ${n}`))
  for (const leave of leaves.slice(0, 19)) {
    clock.advance(1.5 * MINUTE)
    leave('ended')
  }
  expect(late).toEqual([])
  clock.advance(2 * MINUTE)
  expect(late).toEqual(['agent 19'])
})

it('finds nobody late where the other was moved away and has brought nothing', () => {
  const { clock, late, wait } = open()
  wait('slow')
  wait('moved')('left')
  clock.advance(60 * MINUTE)
  expect([late, clock.waiting()]).toEqual([[], []])
})

it('finds late who began when all others of the same answer had ended', () => {
  const { clock, late, wait } = open()
  wait('quick')('ended')
  expect(clock.waiting()).toEqual([])
  clock.advance(60 * MINUTE)
  wait('allowed late')
  clock.advance(2 * MINUTE - 1)
  expect(late).toEqual([])
  clock.advance(1)
  expect(late).toEqual(['allowed late'])
})

it.each(['turn.ended', 'run.status'] as const)(
  'leaves nothing behind when the answer is over (%s)',
  (kind) => {
    const { clock, late, wait, tell } = open()
    const leaves = [wait('one'), wait('two')]
    for (const leave of leaves) leave('ended')
    tell('turn.ended', OTHER)
    tell(kind)
    wait('of the next answer')
    clock.advance(5 * MINUTE)
    expect([late, clock.waiting()]).toEqual([[], []])
  },
)

it('hears of nothing any more once it is closed', () => {
  const { listeners, close } = open()
  close()
  expect(listeners.size).toBe(0)
})

it('finds nobody late where that is switched off, before or meanwhile', () => {
  const { clock, chosen, late, wait } = open(null)
  wait('slow')
  wait('quick')('ended')
  expect(clock.waiting()).toEqual([])
  chosen.minutes = 2
  wait('quick again')('ended')
  chosen.minutes = null
  clock.advance(2 * MINUTE)
  expect(late).toEqual([])
})

describe('calls of one answer, one of which the person has to allow', () => {
  /** A chat whose model calls these one after the other; `slow` has to be allowed, and ends with the gate. */
  const chatThatCalls = async (...answers: readonly (readonly string[])[]) => {
    const clock = createStoppedClock()
    const [began, gate] = [createGate(), createGate()]
    const late: string[] = []
    const waits = (name: string, until: Promise<void>) => ({
      ...echo(name, async () => {
        const leave = siblings.wait(runId(), () => void late.push(name))
        if (name === 'slow') began.open()
        await until
        leave('ended')
        return name
      }),
      access: 'execute' as const,
    })
    const rig = createRunRig({
      replies: [...answers.map((names) => calls(...names)), says('I have both.')],
      tools: [waits('quick', Promise.resolve()), waits('slow', gate.passed)],
      judge: (tool) => ({ verdict: tool === 'slow' ? 'ask' : 'allow', reason: '' }),
    })
    const siblings = createSiblings({
      clock,
      patienceMs: () => 2 * MINUTE,
      subscribe: rig.log.bus.subscribe,
    })
    const sessionId = await rig.open()
    const folds = () => rig.log.store.folds(sessionId)
    const runId = () => Object.keys(folds().runs)[0] as RunId
    const openAsk = () => Object.values<Interaction>(folds().interactions)[0]
    rig.say(sessionId, 'Go')
    await rig.until(sessionId, () => openAsk() !== undefined)
    const allow = async () => {
      const requestId = openAsk()?.requestId
      if (requestId === undefined) throw new Error('Nothing is asked.')
      rig.answers.give(sessionId, requestId, { outcome: 'approved' }, { scope: 'once' })
      await began.passed
    }
    const end = async () => {
      gate.open()
      await ended(rig, sessionId)
    }
    return { clock, late, allow, end }
  }

  it.each([
    ['before', ['quick', 'slow']],
    ['after', ['slow', 'quick']],
  ] as const)('are siblings although it begins when the one %s it has ended', async (_where, names) => {
    const { clock, late, allow, end } = await chatThatCalls(names)
    clock.advance(60 * MINUTE)
    await allow()
    clock.advance(2 * MINUTE - 1)
    expect(late).toEqual([])
    clock.advance(1)
    expect(late).toEqual(['slow'])
    await end()
  })

  it('are none where the other one was called in an answer before', async () => {
    const { clock, late, allow, end } = await chatThatCalls(['quick'], ['slow'])
    await allow()
    clock.advance(60 * MINUTE)
    expect([late, clock.waiting()]).toEqual([[], []])
    await end()
  })
})
