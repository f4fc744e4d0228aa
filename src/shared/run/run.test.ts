import { expect, it } from 'vitest'
import { RunStatus } from './run.ts'
import { isTerminal, RUN_NEXT } from './run-status.ts'

it('ends in exactly three states, from which nothing goes on', () => {
  const ends = RunStatus.options.filter(isTerminal)
  expect(ends).toEqual(['completed', 'failed', 'cancelled'])
  expect(ends.flatMap((status) => RUN_NEXT[status])).toEqual([])
})

it('can be stopped or fail from every state that is no end, a wait for the person included', () => {
  for (const status of RunStatus.options.filter((each) => !isTerminal(each))) {
    expect(RUN_NEXT[status]).toEqual(expect.arrayContaining(['failed', 'cancelled']))
  }
})
