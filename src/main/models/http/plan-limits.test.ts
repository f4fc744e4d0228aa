import { expect, it } from 'vitest'
import type { HttpAnswer } from './http-answer.ts'
import type { Fetch } from './http-fetch.ts'
import { createPlanLimits } from './plan-limits.ts'

const NOW = 1_000_000_000

function opened() {
  let time = NOW
  const limits = createPlanLimits(() => time)
  const answering = (headers: Readonly<Record<string, string>>): Fetch => {
    const answer = { status: 200, ok: true, headers: { get: (name: string) => headers[name] ?? null } }
    return async () => answer as unknown as HttpAnswer
  }
  return {
    limits,
    ask: (headers: Readonly<Record<string, string>>) =>
      limits.watching(answering(headers), 'chatgpt')('https://plan.example/responses'),
    setTime: (ms: number) => {
      time = ms
    },
  }
}

const TOLD = {
  'x-codex-primary-used-percent': '12.5',
  'x-codex-primary-window-minutes': '299',
  'x-codex-primary-reset-after-seconds': '600',
  'x-codex-secondary-used-percent': '140',
  'x-codex-secondary-window-minutes': '10080',
  'x-codex-secondary-reset-at': '1002000',
}

it('knows the windows of a plan by their length, from the newest answer that told them', async () => {
  const { limits, ask } = opened()
  expect(limits.of('chatgpt')).toBe(null)
  await ask(TOLD)
  await ask({})
  expect(limits.of('chatgpt')).toEqual({
    fiveHour: { usedPercent: 12.5, resetsAt: 1_000_600 },
    sevenDay: { usedPercent: 100, resetsAt: 1_002_000 },
  })
  expect(limits.of('other')).toBe(null)
})

it('takes the windows for each other where the server names the long one first', async () => {
  const { limits, ask } = opened()
  await ask({ ...TOLD, 'x-codex-primary-window-minutes': '10080', 'x-codex-secondary-window-minutes': '300' })
  expect(limits.of('chatgpt')?.fiveHour?.usedPercent).toBe(100)
})

it('forgets a window that has begun anew', async () => {
  const { limits, ask, setTime } = opened()
  await ask(TOLD)
  setTime(1_000_700_000)
  expect(limits.of('chatgpt')).toMatchObject({ fiveHour: null, sevenDay: { usedPercent: 100 } })
})

it.each([
  ['no number', { ...TOLD, 'x-codex-primary-used-percent': 'NaN', 'x-codex-secondary-used-percent': '-1' }],
  ['no length', { 'x-codex-primary-used-percent': '5' }],
])('reads nothing from headers with %s', async (_what, headers) => {
  const { limits, ask } = opened()
  await ask(headers)
  expect(limits.of('chatgpt')).toBe(null)
})
