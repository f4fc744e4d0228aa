import { expect, it } from 'vitest'
import { callsIn } from '../../../../test/support/protocols/model-samples.ts'
import type { ModelChunk } from '../model.ts'
import { createChunkReader } from './chunk-reader.ts'

function read(deltas: readonly unknown[], taken: readonly string[] = []): ModelChunk[] {
  let minted = 0
  const reader = createChunkReader({
    provider: 'test',
    taken: new Set(taken),
    newCallId: () => {
      minted += 1
      return `minted${minted}`
    },
  })
  const out: ModelChunk[] = []
  for (const delta of deltas) reader.read({ choices: [{ delta }] }, out)
  reader.end(out)
  return out
}
const call = (fields: object) => ({ tool_calls: [fields] })
const fn = (name: string | undefined, args: unknown) => ({
  function: { ...(name === undefined ? {} : { name }), arguments: args },
})

it('mints ids where the server gives none', () => {
  const chunks = read([
    call({ index: 0, ...fn('read', '{}') }),
    call({ index: 1, id: '', ...fn('list', '{"path"') }),
    call({ index: 1, ...fn(undefined, ':"."}') }),
  ])
  expect(callsIn(chunks)).toEqual([
    { callId: 'minted1', name: 'read', args: {} },
    { callId: 'minted2', name: 'list', args: { path: '.' } },
  ])
})

it('mints an id in place of one that an earlier answer used', () => {
  expect(callsIn(read([call({ index: 0, id: 'call_0', ...fn('read', '{}') })], ['call_0']))).toEqual([
    { callId: 'minted1', name: 'read', args: {} },
  ])
})

it('tells calls apart by their id where all have the same index', () => {
  const chunks = read([
    call({ index: 0, id: 'a', ...fn('read', '{"path":"a"}') }),
    call({ index: 0, id: 'b', ...fn('read', '{"path":"b"}') }),
  ])
  expect(callsIn(chunks).map(({ callId, args }) => [callId, args])).toEqual([
    ['a', { path: 'a' }],
    ['b', { path: 'b' }],
  ])
})

it('reads calls without index and arguments that are an object', () => {
  const chunks = read([call(fn('read', { path: 'a' })), call(fn('list', '{}'))])
  expect(callsIn(chunks)).toEqual([
    { callId: 'minted1', name: 'read', args: { path: 'a' } },
    { callId: 'minted2', name: 'list', args: {} },
  ])
})

it('ends with calls where calls were made, whatever reason was given', () => {
  const out: ModelChunk[] = []
  const reader = createChunkReader({ provider: 'test', taken: new Set(), newCallId: () => 'x' })
  reader.read(
    { choices: [{ delta: call({ index: 0, id: 'a', ...fn('read', '{}') }), finish_reason: 'stop' }] },
    out,
  )
  reader.end(out)
  expect(out.at(-1)).toMatchObject({ t: 'end', stop: 'tool_calls' })
})

it('carries what a provider wants back, in one piece', () => {
  const detail = (text: string) => ({ reasoning_details: [{ type: 'reasoning.text', index: 0, text }] })
  const chunks = read([
    detail('He'),
    detail('llo'),
    call({ index: 0, id: 'a', extra_content: { signature: 's' }, ...fn('read', '{}') }),
  ])
  expect(chunks.filter(({ t }) => t === 'replay')).toEqual([
    { t: 'replay', callId: 'a', opaque: { provider: 'test', data: { signature: 's' } } },
    {
      t: 'replay',
      opaque: { provider: 'test', data: [{ type: 'reasoning.text', index: 0, text: 'Hello' }] },
    },
  ])
})

it('joins the pieces of a summary and keeps a signature that later pieces leave empty', () => {
  const detail = (more: object) => ({ reasoning_details: [{ type: 'reasoning.summary', index: 0, ...more }] })
  const chunks = read([
    detail({ summary: 'He', signature: 's', format: null }),
    detail({ summary: 'llo', signature: null }),
    { reasoning_details: [{ type: 'reasoning.encrypted', index: 0, data: 'x' }] },
    { reasoning_details: [{ type: 'reasoning.encrypted', index: 0, data: 'y' }] },
  ])
  expect(chunks.find(({ t }) => t === 'replay')).toMatchObject({
    opaque: {
      data: [
        { type: 'reasoning.summary', index: 0, summary: 'Hello', signature: 's', format: null },
        { type: 'reasoning.encrypted', index: 0, data: 'x' },
        { type: 'reasoning.encrypted', index: 0, data: 'y' },
      ],
    },
  })
})

it('reads text in parts and counts blocks as they change', () => {
  const chunks = read([
    { content: [{ type: 'text', text: 'A' }] },
    { reasoning: 'B' },
    { content: 'C', reasoning_content: null },
  ])
  expect(chunks.slice(0, -1)).toEqual([
    { t: 'text', block: 0, text: 'A' },
    { t: 'reasoning', block: 1, text: 'B' },
    { t: 'text', block: 2, text: 'C' },
  ])
})

it('takes every other shape for nothing', () => {
  const odd = [null, 3, 'x', {}, { content: 7 }, { tool_calls: [null, 3] }, { tool_calls: {} }]
  expect(read(odd)).toEqual([{ t: 'end', stop: 'stop', usage: { input: 0, output: 0 } }])
})

it.each([
  '<think>Let me see.</think>The answer is 4.',
  'I count them: 1 < 2.\n</think>\n\nThe answer is 4.',
  'A line with `</think>` in code, and 1 < 2.',
  'Plain words only, and a tag </think> inside them.',
])('reads the same from letters, from words and from the whole of %j', (text) => {
  const said = (pieces: readonly string[]) => {
    const out: ModelChunk[] = []
    const reader = createChunkReader({ provider: 'test', taken: new Set(), newCallId: () => 'x' })
    for (const content of pieces) reader.read({ choices: [{ delta: { content } }] }, out)
    reader.end(out)
    let [words, thoughts] = ['', '']
    for (const chunk of out) {
      if (chunk.t === 'text') words += chunk.text
      if (chunk.t === 'reasoning') thoughts += chunk.text
      if (chunk.t === 'text_is_reasoning') [words, thoughts] = ['', thoughts + words]
    }
    return [words, thoughts]
  }
  const whole = said([text])
  expect(said([...text])).toEqual(whole)
  expect(said(text.split(/(?= )/))).toEqual(whole)
})
