import { expect, it } from 'vitest'
import type { RunId } from '#shared/ids.ts'
import { createStoppedClock } from '../../../test/support/stopped-clock.ts'
import { createSiblings } from './siblings.ts'

const MINUTE = 60_000
const RUN = 'run_1' as RunId
const OTHER = 'run_2' as RunId

function open(minutes: number | null = 2) {
  const clock = createStoppedClock()
  const chosen = { minutes }
  const siblings = createSiblings({
    clock,
    patienceMs: () => (chosen.minutes === null ? null : chosen.minutes * MINUTE),
  })
  const late: string[] = []
  const wait = (name: string, run = RUN) => siblings.wait(run, () => void late.push(name))
  return { clock, chosen, late, wait }
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

it('leaves nothing behind when all have ended', () => {
  const { clock, late, wait } = open()
  const leaves = [wait('one'), wait('two')]
  for (const leave of leaves) leave('ended')
  expect(clock.waiting()).toEqual([])
  wait('later')
  clock.advance(5 * MINUTE)
  expect(late).toEqual([])
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
