import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { createPlaces, type Place } from './places.ts'

const never = new AbortController().signal
const chat = (name: string | number) => `ses_${name}` as SessionId

/** A place that must be there at once. */
function atOnce(taken: Place | Promise<Place>): Place {
  if (taken instanceof Promise) throw new Error('There was no place.')
  return taken
}

/** Says so when the place is there. */
function heardOf(taken: Place | Promise<Place>) {
  const heard: Place[] = []
  Promise.resolve(taken)
    .then((place) => heard.push(place))
    .catch(() => undefined)
  return heard
}

const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))

describe('places for agents', () => {
  it('are had without a promise while there are some, by each chat and on each level', () => {
    const places = createPlaces(() => 1)
    atOnce(places.take(chat('a'), 1, never))
    atOnce(places.take(chat('a'), 2, never))
    atOnce(places.take(chat('b'), 1, never))
    expect(places.take(chat('a'), 1, never)).toBeInstanceOf(Promise)
  })

  it('are so many over all chats that four can be fully at work', async () => {
    const places = createPlaces(() => 2)
    const held = [1, 1, 2, 2, 3, 3, 4, 4].map((name) => atOnce(places.take(chat(name), 1, never)))
    const fifth = heardOf(places.take(chat(5), 1, never))
    await settled()
    expect(fifth).toEqual([])
    held[0]?.free()
    await settled()
    expect(fifth).toHaveLength(1)
  })

  it('go to the chats in turn, so that a long line keeps nobody out', async () => {
    const places = createPlaces(() => 1)
    const held = [1, 2, 3, 4].map((name) => atOnce(places.take(chat(name), 1, never)))
    const line = [5, 5, 6].map((name) => ({ name, heard: heardOf(places.take(chat(name), 1, never)) }))
    const begun = () => line.filter(({ heard }) => heard.length > 0).map(({ name }) => name)
    held[0]?.free()
    await settled()
    expect(begun()).toEqual([5])
    held[1]?.free()
    await settled()
    expect(begun()).toEqual([5, 6])
  })

  it('are closed while more are at work than there are places, because a lent one was taken back', async () => {
    const places = createPlaces(() => 1)
    const asking = atOnce(places.take(chat('a'), 1, never))
    asking.lend()
    const other = atOnce(places.take(chat('a'), 1, never))
    const last = heardOf(places.take(chat('a'), 1, never))
    asking.takeBack()
    other.free()
    await settled()
    expect(last).toEqual([])
    asking.free()
    await settled()
    expect(last).toHaveLength(1)
  })

  it('refuse who is stopped, before and while it waits, with the reason it was stopped for', async () => {
    const places = createPlaces(() => 1)
    atOnce(places.take(chat('a'), 1, never))
    const stopper = new AbortController()
    const waiting = places.take(chat('a'), 1, stopper.signal)
    stopper.abort(new Error('Stopped.'))
    await expect(waiting).rejects.toThrow('Stopped.')
    expect(() => places.take(chat('a'), 1, stopper.signal)).toThrow('Stopped.')
  })
})

type Ticket = {
  readonly chat: number
  readonly stopper: AbortController
  state: 'line' | 'work' | 'lent' | 'over'
  place: Place | null
}

const MOST = 2
const CHATS = 6
const step = fc.tuple(
  fc.constantFrom('take', 'take', 'free', 'lend', 'back', 'stop'),
  fc.nat(CHATS - 1),
  fc.nat(40),
)

/** Agents that come and go by chance, and what is known of each. */
function open() {
  const places = createPlaces(() => MOST)
  const tickets: Ticket[] = []
  const inState = (...states: Ticket['state'][]) => tickets.filter(({ state }) => states.includes(state))
  const take = (name: number) => {
    const ticket: Ticket = { chat: name, stopper: new AbortController(), state: 'line', place: null }
    tickets.push(ticket)
    const seated = (place: Place) => Object.assign(ticket, { place, state: 'work' })
    const taken = places.take(chat(name), 1, ticket.stopper.signal)
    if (!(taken instanceof Promise)) seated(taken)
    else taken.then(seated).catch(() => Object.assign(ticket, { state: 'over' }))
  }
  const act = (what: string, name: number, nth: number) => {
    const one = (...states: Ticket['state'][]) => {
      const all = inState(...states)
      return all[nth % Math.max(1, all.length)]
    }
    if (what === 'take') take(name)
    if (what === 'stop') one('line')?.stopper.abort(new Error('Stopped.'))
    const change = (ticket: Ticket | undefined, by: 'free' | 'lend' | 'takeBack', state: Ticket['state']) => {
      ticket?.place?.[by]()
      if (ticket !== undefined) ticket.state = state
    }
    if (what === 'free') change(one('work', 'lent'), 'free', 'over')
    if (what === 'lend') change(one('work'), 'lend', 'lent')
    if (what === 'back') change(one('lent'), 'takeBack', 'work')
  }
  return { places, tickets, inState, act }
}

describe('places, whoever comes and goes', () => {
  it('are never given where there is none, never left empty while somebody waits, and given in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { places, tickets, inState, act } = open()
        const working = (name: number) => inState('work').filter((ticket) => ticket.chat === name).length
        const firstInLine = (name: number) => inState('line').find((ticket) => ticket.chat === name)
        for (const [what, name, nth] of steps) {
          const before = new Set(inState('line'))
          const first = Array.from({ length: CHATS }, (_, each) => firstInLine(each))
          act(what, name, nth)
          await settled()
          const begun = [...before].filter(({ state }) => state === 'work')
          for (const ticket of begun) {
            expect(working(ticket.chat)).toBeLessThanOrEqual(MOST)
            expect(inState('work').length).toBeLessThanOrEqual(4 * MOST)
          }
          // One place became free at the most, so one began; who came first.
          expect(begun.length).toBeLessThanOrEqual(1)
          for (const ticket of begun) expect(first).toContain(ticket)
          const couldBegin = inState('line').filter(
            (ticket) => working(ticket.chat) < MOST && inState('work').length < 4 * MOST,
          )
          expect(couldBegin).toEqual([])
        }
        for (const ticket of tickets) ticket.stopper.abort(new Error('Over.'))
        await settled()
        for (const ticket of tickets) ticket.place?.free()
        expect(places.chats()).toBe(0)
      }),
      { numRuns: 200 },
    )
  })
})
