import { expect, it } from 'vitest'
import type { Message } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { createTokenCounter } from '../budget/count-tokens.ts'
import { createResultCap, mostOfResult } from './long-results.ts'

const count = createTokenCounter()
const result = (text: string): Message => ({ role: 'tool', parts: [{ t: 'text', text }] })
const long = Array.from({ length: 400 }, (_, at) => `line ${at}`).join('\n')

it('shortens a result that would fill a small window, keeps its two ends and says so', () => {
  const most = mostOfResult(1_000)
  const capped = createResultCap(most, count)(result(long))
  expect(count.message(capped)).toBeLessThanOrEqual(most + 4)
  expect(textOf(capped)).toMatch(
    /^line 0\n[\s\S]*characters left out[\s\S]*line 399\n\[Too long for your window/,
  )
})

it('hands on what fits as the very object it is, and what others said however long', () => {
  const cap = createResultCap(mostOfResult(1_000), count)
  const [short, words] = [result('Done.'), { ...result(long), role: 'user' as const }]
  expect([cap(short), cap(words)]).toEqual([short, words])
  expect(cap(short)).toBe(short)
})

it('leaves large windows alone', () => {
  const message = result(long)
  expect(createResultCap(mostOfResult(100_000), count)(message)).toBe(message)
})
