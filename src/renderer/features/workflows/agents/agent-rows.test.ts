import { expect, it } from 'vitest'
import { createWorkflowStory } from '../../../../../test/support/stories/workflow-story.ts'
import { labelParts, shownAgents, wordOf } from './agent-rows.ts'

function fourWords() {
  const story = createWorkflowStory()
  story.agent({ label: 'old' }, 0, 5, { result: { kind: 'object', summary: '{}' } })
  story.agent({ label: 'gone' }, 0, 5, { state: 'dead' })
  story.agent({ label: 'asks', model: 'a/haiku' }, 3, undefined, { waits: 'person' })
  story.agent({ label: 'queued' })
  story.agent({ label: 'works' }, 4)
  story.agent({ label: 'kept' }, 0, 0, { memo: true })
  return story.view().agents
}

it('says in one word what came of each agent', () => {
  expect(fourWords().map(wordOf)).toEqual(['object', 'dead', 'waiting', 'queued', 'running', 'memo'])
})

it('puts first what needs the person, then what moves, then what died, then the newest of the rest', () => {
  const labels = shownAgents(fourWords(), '', 'needsFirst', String).map((agent) => agent.label)
  expect(labels).toEqual(['asks', 'works', 'queued', 'gone', 'kept', 'old'])
})

it('finds agents by label, model and the displayed word', () => {
  const shown = (word: string) => (word === 'dead' ? 'failed' : word)
  const find = (query: string) =>
    shownAgents(fourWords(), query, 'inOrder', shown).map((agent) => agent.label)
  expect([find(' HAIKU '), find('FAILED'), find('old'), find('nothing')]).toEqual([
    ['asks'],
    ['gone'],
    ['old'],
    [],
  ])
})

it.each([
  ['F7 vote 1 totals.ts:18', 'F7 vote 1', 'totals.ts:18'],
  ['F8 vote 2 split.test.ts:12', 'F8 vote 2', 'split.test.ts:12'],
  ['look src/api/tax.ts:1-40', 'look', 'src/api/tax.ts:1-40'],
  ['totals.ts:18', 'totals.ts:18', null],
  ['version 1.2', 'version 1.2', null],
  ['检查 发票', '检查 发票', null],
])('cuts the label %j', (label, name, place) => {
  expect(labelParts(label)).toEqual({ name, place })
})
