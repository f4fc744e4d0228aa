import { describe, expect, it } from 'vitest'
import type { SessionEvent } from '#shared/events/event.ts'
import { type AgentFact, type AgentState, isHeldUp, isStopped, newLife, next } from './agent-state.ts'
import type { Patience } from './child-place.ts'

const limits: Patience = { alive: () => {}, standStill: () => {}, close: () => {} }
const events = (...kinds: string[]) => kinds.map((kind) => ({ kind })) as SessionEvent[]

const queued = newLife(false, true)
const running = next(newLife(false, false), { kind: 'slotTaken', limits })
const waiting = next(running, { kind: 'heard', events: events('interaction.requested') })

const FACTS = {
  slotTaken: { kind: 'slotTaken', limits },
  asks: { kind: 'heard', events: events('interaction.requested') },
  answered: { kind: 'heard', events: events('interaction.resolved') },
  quiet: { kind: 'quiet', quiet: 'long' as never },
  background: { kind: 'sentToBackground' },
  stopped: { kind: 'stopped' },
  runEnded: { kind: 'runEnded', isHung: false, hasMessages: false },
  hung: { kind: 'runEnded', isHung: true, hasMessages: false },
  hadMessages: { kind: 'runEnded', isHung: false, hasMessages: true },
  restarted: { kind: 'restarted', waits: false },
  requeued: { kind: 'restarted', waits: true },
  closed: { kind: 'closed' },
} as const satisfies Record<string, AgentFact>

const STATES = {
  queued,
  running,
  waiting,
  stopping: next(running, FACTS.stopped),
  retrying: next(running, FACTS.hung),
  delivering: next(running, FACTS.hadMessages),
  ended: next(running, FACTS.closed),
}

const nameOf = (life: AgentState) => (life.state === 'ending' ? life.then : life.state)

/** The state after each fact, in the order of `FACTS`. */
const TABLE: Record<keyof typeof STATES, readonly string[]> = {
  // slotTaken asks answered quiet background stopped runEnded hung hadMessages restarted requeued closed
  queued: 'running queued queued queued queued stop ended retry messages queued queued ended'.split(' '),
  running: 'running waiting running running running stop ended retry messages running running ended'.split(
    ' ',
  ),
  waiting: 'waiting waiting running waiting waiting stop ended retry messages waiting waiting ended'.split(
    ' ',
  ),
  stopping: 'stop stop stop stop stop stop ended ended ended stop stop ended'.split(' '),
  retrying: 'retry retry retry retry retry stop retry retry retry running queued ended'.split(' '),
  delivering:
    'messages messages messages messages messages stop messages messages messages running queued ended'.split(
      ' ',
    ),
  ended: 'ended ended ended ended ended ended ended ended ended ended ended ended'.split(' '),
}

const cases = Object.entries(STATES).flatMap(([state, life]) =>
  Object.entries(FACTS).map(([name, fact], at) => ({
    state,
    name,
    life,
    fact,
    after: TABLE[state as keyof typeof STATES][at],
  })),
)

describe('the life of an agent', () => {
  it.each(cases)('$state, then $name: $after', ({ life, fact, after }) => {
    expect(nameOf(next(life, fact))).toBe(after)
  })

  it('starts with a slot or queues for one', () => {
    expect([newLife(false, true).state, newLife(true, false).state]).toEqual(['queued', 'running'])
  })

  it('is tried a second time only once', () => {
    const again = next(next(running, FACTS.hung), FACTS.restarted)
    expect(again.isSecondTry).toBe(true)
    expect(next(again, FACTS.hung).state).toBe('ended')
    // A start for a message is no try.
    const told = next(next(running, FACTS.hadMessages), FACTS.restarted)
    expect([told.isSecondTry, nameOf(next(told, FACTS.hung))]).toEqual([false, 'retry'])
  })

  it('stays in the background when it is started again', () => {
    const away = next(running, FACTS.background)
    expect(next(next(away, FACTS.hadMessages), FACTS.requeued)).toMatchObject({
      state: 'queued',
      inBackground: true,
    })
  })

  it('has time limits while it works and while it is being stopped, and none after its run', () => {
    const limitsIn = (life: AgentState) => ('limits' in life ? life.limits : null)
    expect([running, waiting, STATES.stopping].map(limitsIn)).toEqual([limits, limits, limits])
    expect([queued, STATES.retrying, STATES.delivering, STATES.ended].map(limitsIn)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('is held up by a slot and by a question, and by nothing once it is stopped', () => {
    const held = Object.entries(STATES).filter(([, life]) => isHeldUp(life))
    expect(held.map(([name]) => name)).toEqual(['queued', 'waiting'])
    expect(isHeldUp(next(waiting, FACTS.stopped))).toBe(false)
    const stopped = Object.entries(STATES).filter(([, life]) => isStopped(life))
    expect(stopped.map(([name]) => name)).toEqual(['stopping', 'ended'])
  })

  it('is the same object after a fact that changes nothing', () => {
    expect(next(STATES.stopping, FACTS.stopped)).toBe(STATES.stopping)
    expect(next(running, { kind: 'heard', events: events('text.delta') })).toBe(running)
    expect(next(STATES.ended, FACTS.restarted)).toBe(STATES.ended)
  })
})
