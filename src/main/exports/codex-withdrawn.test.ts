import { expect, it } from 'vitest'
import { createCodexReader } from './foreign/codex.ts'

const item = (payload: unknown) => ({ timestamp: '2025-11-01T10:00:00.000Z', type: 'response_item', payload })
const said = (role: string, text: string) => item({ type: 'message', role, content: [{ text }] })
const rolledBack = (turns: number) => ({
  type: 'event_msg',
  payload: { type: 'thread_rolled_back', num_turns: turns },
})
const read = async (lines: readonly unknown[]) => {
  const reader = createCodexReader(100, async () => null)
  for (const line of lines) await reader.take(line)
  return reader.end()
}
const twoTurns = [
  ...[said('user', 'first'), said('assistant', 'one')],
  ...[said('user', 'withdrawn'), said('assistant', 'regretted')],
]

it('leaves turns of Codex that were rolled back, and counts them', async () => {
  const { entries, skipped } = await read([...twoTurns, rolledBack(1), said('user', 'instead')])
  const texts = entries.map(({ message }) =>
    message.parts.map((part) => (part.t === 'text' ? part.text : '')),
  )
  expect(texts).toEqual([['first'], ['one'], ['instead']])
  expect(skipped).toBe(2)
})

it('leaves all turns where more were rolled back than there are', async () => {
  const { entries } = await read([...twoTurns, rolledBack(5)])
  expect(entries).toEqual([])
})

it('keeps an output of a tool that is itself JSON whole', async () => {
  const output = '{"name":"kept","content":"words"}'
  const { entries } = await read([
    item({ type: 'function_call', name: 'x', arguments: '{}', call_id: 'c1' }),
    item({ type: 'function_call_output', call_id: 'c1', output }),
  ])
  expect(entries.at(-1)?.message.parts).toEqual([{ t: 'text', text: output }])
})
