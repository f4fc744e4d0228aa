import { expect, it } from 'vitest'
import type { Message } from '#shared/session/message.ts'
import { createTokenCounter, estimateTokens } from './count-tokens.ts'

// Real counts of the larger of two common byte-pair vocabularies, written down once.
it.each([
  ['prose', 'The quick brown fox jumps over the lazy dog, and then it sleeps.', 15],
  ['code', 'const total = items.reduce((sum, item) => sum + item.price * item.count, 0)\n', 22],
  ['JSON', '{"name":"orrery","version":"0.1.0","private":true,"scripts":{"test":"vitest run"}}', 26],
  ['a log line', '2025-11-21T23:07:12.123Z INFO [worker-7] request 0x1eef took 9.59ms', 34],
  ['Chinese', '请先阅读项目说明，然后修改代码，使它在窗口重新加载之后仍然能够继续显示。', 36],
  ['Japanese', '設定ファイルを読み込めませんでした。', 19],
  ['Korean', '이 응용 프로그램은 여러 에이전트를 실행합니다.', 19],
])('does not count %s below its real number of tokens', (_, text, real) => {
  const estimate = estimateTokens(text)
  expect(estimate).toBeGreaterThanOrEqual(real)
  expect(estimate).toBeLessThanOrEqual(real * 2)
})

it('counts a part once, also when the message around it is made anew', () => {
  const texts: string[] = []
  const counter = createTokenCounter((text) => texts.push(text) && text.length)
  const message: Message = {
    role: 'assistant',
    parts: [
      { t: 'text', text: 'abc' },
      { t: 'tool_call', callId: 'c1', name: 'read', args: { path: 'x' } },
    ],
  }
  const first = counter.message(message)
  const second = counter.message({ ...message, parts: [...message.parts] })
  expect(second).toBe(first)
  expect(texts).toEqual(['abc', 'read', '{"path":"x"}'])
})

it('counts nothing for arguments that are missing', () => {
  const counter = createTokenCounter((text) => text.length)
  const parts: Message['parts'] = [{ t: 'tool_call', callId: 'c1', name: 'now', args: undefined }]
  expect(counter.message({ role: 'assistant', parts })).toBe(4 + 8 + 3)
})
