import { expect, it } from 'vitest'
import { createWorkflowStory } from '../../../../../test/support/stories/workflow-story.ts'
import { pairsOf } from './compare-runs.ts'

it('puts equal calls side by side and says in what they differ', () => {
  const left = createWorkflowStory()
  const right = createWorkflowStory()
  const result = (summary: string) => ({ result: { kind: 'text' as const, summary } })
  left.agent({ label: 'same' }, 0, 10_000, result('x'))
  right.agent({ label: 'same' }, 5, 10_300, result('x'))
  left.agent({ label: 'changed', prompt: 'old' }, 0, 10_000, result('a'))
  right.agent({ label: 'changed', prompt: 'new' }, 0, 40_000, result('b'))
  left.agent({ label: 'gone' }, 0, 1)
  right.agent({ label: 'new' }, 0, 1, { state: 'dead' })
  expect(pairsOf(left.view(), right.view()).map(({ label, differs }) => [label, differs])).toEqual([
    ['same', []],
    ['changed', ['prompt', 'result', 'time']],
    ['gone', ['state']],
    ['new', ['state']],
  ])
})

it('takes a result from the memo for the same result', () => {
  const left = createWorkflowStory()
  const right = createWorkflowStory()
  const result = { kind: 'object' as const, summary: '{}' }
  left.agent({ label: 'a' }, 0, 9_000, { result })
  right.agent({ label: 'a' }, 0, 0, { result, memo: true })
  expect(pairsOf(left.view(), right.view())[0]?.differs).toEqual([])
})

it('finds no difference in a model that is not known, nor in less than a second', () => {
  const left = createWorkflowStory()
  const right = createWorkflowStory()
  left.agent({ label: 'a', model: 'test/one' }, 0, 400)
  right.agent({ label: 'a', model: null }, 0, 1_300)
  left.agent({ label: 'b', model: 'test/one' }, 0, 400)
  right.agent({ label: 'b', model: 'test/two' }, 0, 1_500)
  expect(pairsOf(left.view(), right.view()).map(({ differs }) => differs)).toEqual([[], ['model', 'time']])
})

it('tells long prompts and results apart that begin alike', () => {
  const left = createWorkflowStory()
  const right = createWorkflowStory()
  const result = (digest: string) => ({ result: { kind: 'text' as const, summary: 'so far', digest } })
  const prompt = 'x'.repeat(2_000)
  left.agent({ label: 'a', prompt, key: 'one' }, 0, 1, result('1'))
  right.agent({ label: 'a', prompt, key: 'two' }, 0, 1, result('2'))
  expect(pairsOf(left.view(), right.view())[0]?.differs).toEqual(['prompt', 'result'])
})

it.each([
  ['money, where both prices are known', [100, 1], [100, 2], ['cost']],
  ['money, though other models took more tokens for it', [100, 1], [900, 1], []],
  ['tokens, where a price is not known', [100, null], [900, 1], ['cost']],
  ['tokens, where nobody was paid', [100, 0], [900, 0], ['cost']],
] as const)('compares costs by %s', (_says, left, right, differs) => {
  const views = [left, right].map(([output, usd]) => {
    const told = createWorkflowStory()
    told.agent({ label: 'a' }, 0, 1, { cost: { usage: { input: 0, output }, usd } })
    return told.view()
  })
  const [one, other] = views
  if (one === undefined || other === undefined) throw new Error('There are two views.')
  expect(pairsOf(one, other)[0]?.differs).toEqual(differs)
})
