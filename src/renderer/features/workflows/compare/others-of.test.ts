import { expect, it } from 'vitest'
import type { WorkflowRunId } from '#shared/ids.ts'
import { othersOf } from './others-of.ts'

const run = (id: string, name: string, forkOf: string | null = null) => ({
  id: id as WorkflowRunId,
  name,
  forkOf: forkOf as WorkflowRunId | null,
})
const names = (runs: readonly { readonly id: string }[]) => runs.map(({ id }) => id)

it('begins with the run that one is a fork of, whatever its name, and knows no other names', () => {
  const all = [run('c', 'weigh'), run('b', 'weigh', 'a'), run('x', 'weigh-more'), run('a', 'weigh-first')]
  expect(names(othersOf(run('b', 'weigh', 'a'), all))).toEqual(['a', 'c'])
  expect(names(othersOf(run('c', 'weigh'), all))).toEqual(['b'])
  expect(othersOf(run('x', 'weigh-more'), all)).toEqual([])
})
