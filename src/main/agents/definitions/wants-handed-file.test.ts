import { expect, it } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import { wantsHandedFile } from './wants-handed-file.ts'

const path = (text: string) =>
  [
    {
      kind: 'message',
      id: `evt_${text}`,
      payload: { message: { role: 'user', parts: [{ t: 'text', text }] } },
    },
  ] as unknown as readonly DurableEvent[]

it.each<[string, boolean]>([
  ['Write a report about the tides.', true],
  ['Give me the log file', true],
  ['Make a chart of it', true],
  ['导出为表格', true],
  ['把结果发给我', true],
  ['Fix the failing test in src/tide.ts', false],
  ['Are you there?', false],
  ['修复失败的测试', false],
])('knows whether a person asks for a file to take away: %s', (text, expected) => {
  expect(wantsHandedFile(path(text))).toBe(expected)
})
