import { expect, it } from 'vitest'
import { createTurnBudget } from './turn-budget.ts'

function createTurns() {
  const state = { now: 0, soon: [] as (() => void)[] }
  const budget = createTurnBudget({
    elapsed: () => state.now,
    soon: (act) => void state.soon.push(act),
  })
  const nextTurn = () => {
    for (const act of state.soon.splice(0)) act()
  }
  return { state, budget, nextTurn }
}

it('lets work continue until its time in this turn is used up, whoever used it', async () => {
  const { state, budget, nextTurn } = createTurns()
  expect(budget()).toBeNull()
  state.now = 7
  expect(budget()).toBeNull()
  state.now = 9
  const [first, second] = [budget(), budget()]
  expect(first).not.toBeNull()
  expect(second).not.toBeNull()
  nextTurn()
  await Promise.all([first, second])
  expect(budget()).toBeNull()
})

it('counts from the first work of a turn, so that waiting costs nothing', () => {
  const { state, budget, nextTurn } = createTurns()
  expect(budget()).toBeNull()
  nextTurn()
  state.now = 500
  expect(budget()).toBeNull()
  state.now = 507
  expect(budget()).toBeNull()
})
