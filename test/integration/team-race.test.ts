import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Card } from '#shared/team/card.ts'
import { openTeamRace, type RaceStep } from '../support/hosts/team-race.ts'

const MEMBERS = 50
const CARDS = 500

/** Each card waits for up to three before it. */
const drafts = () => {
  const waits = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: CARDS, maxLength: CARDS })
  const [any = []] = fc.sample(waits, 1)
  return any.map((on, at) => ({
    subject: `Card ${at + 1}`,
    description: '',
    blockedBy: at === 0 ? [] : [...new Set(on.map((each) => (each % at) + 1))],
  }))
}

/** What does not hold of the steps, in the order in which they were committed. */
function problemsOf(steps: readonly RaceStep[], cards: readonly Card[]): string[] {
  const holder = new Map<number, string>()
  const done = new Set<number>()
  const blockers = new Map(cards.map(({ id, blockedBy }) => [id, blockedBy]))
  return steps.flatMap(({ what, card, who }) => {
    const held = holder.get(card)
    const isReady = (blockers.get(card) ?? []).every((id) => done.has(id))
    if (what === 'begun') holder.set(card, who)
    else holder.delete(card)
    const isOnce = what !== 'undone' && !done.has(card)
    if (what === 'done') done.add(card)
    const isRight = what === 'begun' ? held === undefined && isReady : held === who
    return isOnce && isRight ? [] : [`#${card} ${what} by ${who} while ${held ?? 'nobody'} had it`]
  })
}

it('every card is done exactly once and in order by 50 who race for 500, however often the app is killed', async () => {
  const race = await openTeamRace(MEMBERS, drafts())
  const said: number[] = []
  let killed = 0
  for (let alive = true; alive; ) {
    const life = await race.life(20 + Math.floor(Math.random() * 60))
    said.push(...life.said)
    if (life.killed) killed += 1
    alive = life.killed
  }
  const { steps, cards, damage } = race.read()
  const times = (what: RaceStep['what']) => steps.filter((step) => step.what === what).length
  expect(problemsOf(steps, cards)).toEqual([])
  expect([times('done'), damage]).toEqual([CARDS, 'ok'])
  expect(cards.filter(({ status }) => status === 'completed')).toHaveLength(CARDS)
  // Told at most once; only what was done in the moment of a kill may not have been told.
  expect(new Set(said).size).toBe(said.length)
  expect(killed).toBeGreaterThan(4)
  expect(times('freed')).toBeGreaterThan(killed)
}, 120_000)
