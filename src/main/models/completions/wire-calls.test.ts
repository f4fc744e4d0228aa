import { describe, expect, it } from 'vitest'
import { callsIn } from '../../../../test/support/protocols/model-samples.ts'
import type { ModelChunk } from '../model.ts'
import { createWireCalls } from './wire-calls.ts'

function read(...pieces: readonly Record<string, unknown>[]) {
  let made = 0
  const calls = createWireCalls({
    provider: 'test',
    taken: new Set(),
    newCallId: () => {
      made += 1
      return `made${made}`
    },
  })
  const out: ModelChunk[] = []
  for (const piece of pieces) calls.read(piece, out)
  const found = callsIn(out)
  expect(new Set(found.map(({ callId }) => callId)).size).toBe(found.length)
  return found.map(({ name, args }) => [name, args])
}

const A = { name: 'list', arguments: '{"path":"harbour"}' }
const B = { name: 'grep', arguments: '{"pattern":"tide"}' }
const BOTH = [
  ['list', { path: 'harbour' }],
  ['grep', { pattern: 'tide' }],
]

describe('several calls in one answer stay apart', () => {
  it.each([
    ['all at index 0, each with an id', { index: 0, id: 'a' }, { index: 0, id: 'b' }],
    ['with one id at two indexes', { index: 0, id: 'c' }, { index: 1, id: 'c' }],
    ['without index and id', {}, {}],
    ['all at index 0 with empty ids', { index: 0, id: '' }, { index: 0, id: '' }],
    ['all at index 0 with ids that are null', { index: 0, id: null }, { index: 0, id: null }],
    ['all at index 0 without ids', { index: 0 }, { index: 0 }],
    ['all at index 0 with the same id', { index: 0, id: 'call_0' }, { index: 0, id: 'call_0' }],
    ['without index and with the same id', { id: 'call_0' }, { id: 'call_0' }],
  ])('%s', (_how, one, other) => {
    expect(read({ ...one, function: A }, { ...other, function: B })).toEqual(BOTH)
    const half = (made: typeof A) => [
      { name: made.name, arguments: made.arguments.slice(0, 6) },
      { arguments: made.arguments.slice(6) },
    ]
    const streamed = [...half(A).map((made) => ({ ...one, function: made }))]
    const then = [...half(B).map((made) => ({ ...other, function: made }))]
    expect(read(...streamed, ...then)).toEqual(BOTH)
  })

  it('two of one tool, too', () => {
    const other = { name: 'list', arguments: '{"path":"quay"}' }
    expect(read({ index: 0, function: A }, { index: 0, function: other })).toEqual([
      ['list', { path: 'harbour' }],
      ['list', { path: 'quay' }],
    ])
  })
})

describe('one call stays one', () => {
  const ONE = [BOTH[0]]
  it.each([
    [
      'whose name comes with every piece',
      [
        { name: 'list', arguments: '{"path"' },
        { name: 'list', arguments: ':"harbour"}' },
      ],
    ],
    ['whose name comes once more at the end', [A, { name: 'list', arguments: '' }]],
    [
      'whose name comes before its arguments',
      [
        { name: 'list', arguments: '' },
        { name: 'list', arguments: A.arguments },
      ],
    ],
    ['with null for a later name', [{ name: 'list' }, { name: null, arguments: A.arguments }]],
    ['with arguments that are an object', [{ name: 'list', arguments: { path: 'harbour' } }]],
  ])('%s', (_how, pieces) => {
    for (const at of [{ index: 0, id: 'a' }, { index: 0 }, {}]) {
      expect(read(...pieces.map((made) => ({ ...at, function: made })))).toEqual(ONE)
    }
  })

  it('that is said again whole under its id', () => {
    expect(read({ index: 0, id: 'a', function: A }, { index: 0, id: 'a', function: A })).toEqual(ONE)
  })
})
