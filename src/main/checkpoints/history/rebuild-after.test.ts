import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import { fileDiff } from '../../tools/files/file-diff.ts'
import { createRebuilt } from './rebuild-after.ts'

const rebuild = (before: string, diff: ReturnType<typeof fileDiff>) => {
  const message = { role: 'tool', parts: [], tool: { details: { kind: 'edit', path: 'a', diff } } }
  const event = { kind: 'message', payload: { message } } as unknown as DurableEvent
  const version = { runId: 'run_00000001', callId: 'call' } as never
  const found = createRebuilt({ answerOfCall: () => event })(version, Buffer.from(before))
  return found.map((bytes) => Buffer.from(bytes).toString('utf8'))
}

const text = fc
  .array(fc.constantFrom('a', 'b', 'ü', '中', ''), { maxLength: 40 })
  .map((lines) => lines.join('\n'))

it('has what a whole change left among its answers', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(rebuild(before, fileDiff('a', before, after))).toContain(after)
    }),
  )
})

it('knows other line endings too', () => {
  const [before, after] = ['one\r\ntwo\r\n', 'one\r\n2\r\nthree\r\n']
  expect(rebuild(before, fileDiff('a', before, after))).toContain(after)
})

it('says nothing about a change that was not kept whole', () => {
  const diff = { ...fileDiff('a', 'one', 'two'), cut: true }
  expect(rebuild('one', diff)).toEqual([])
})
