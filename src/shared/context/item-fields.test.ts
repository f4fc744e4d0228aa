import { expect, it } from 'vitest'
import { AgentEnd } from '../agent/agent-end.ts'
import { itemData } from './item-data.ts'
import { ITEM_FIELDS, itemSentences } from './item-fields.ts'

const end = { state: 'failed', problem: 'No model', said: [], words: [0, 0] }
const memories = [
  { id: 'mem_00000001', key: 'tide', scope: { kind: 'user' }, score: 1, words: [], always: false },
]

it.each([
  ['attachedBlob', 'attachment', { blobId: `blob_${'0'.repeat(64)}` }],
  ['agentEnd', 'child-summary', { end }],
  ['about', 'runtime-notice', { about: 'evt_00000001' }],
  ['workflowRun', 'runtime-notice', { workflowRunId: 'wfr_00000001' }],
  ['resultAt', 'runtime-notice', { resultAt: 0 }],
  ['writer', 'steer', { by: 'app' }],
  ['memories', 'memory-recall', { memories }],
  ['leftOut', 'memory-recall', { memories, left: ['tide'] }],
  ['missed', 'memory-recall', { memories, missed: 'late' }],
] as const)('reads %s from an item of its kind only', (name, kind, data) => {
  const read = ITEM_FIELDS[name]
  expect(Object.values(data)).toContainEqual(read({ kind, data }))
  for (const other of [{}, null, 'text', Object.fromEntries(Object.keys(data).map((key) => [key, {}]))])
    expect(read({ kind, data: other })).toBe(null)
  expect(read({ kind: 'date-change', data })).toBe(null)
})

it('reads what the schema of the kind accepts', () => {
  for (const state of AgentEnd.shape.state.options) {
    const item = { kind: 'child-summary', data: { end: { ...end, state } } }
    expect(ITEM_FIELDS.agentEnd(item)).toEqual(itemData('child-summary', item)?.end)
  }
})

it.each(['sunk', 'toString', ''])('reads no end of an agent in the unknown state %j', (state) => {
  expect(ITEM_FIELDS.agentEnd({ kind: 'child-summary', data: { end: { ...end, state } } })).toBeNull()
})

it('returns the sentences of an item and drops other values', () => {
  const tide = { name: 'tide', facts: {} }
  expect(itemSentences({ data: { said: [tide, 'text', null] } })).toEqual([tide])
  expect(itemSentences({ data: { said: 'text' } })).toEqual([])
  expect(itemSentences({})).toEqual([])
})
