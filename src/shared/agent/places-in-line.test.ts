import { expect, it } from 'vitest'
import type { AgentRun } from './agent-run.ts'
import { placesInLine } from './places-in-line.ts'

const agent = (name: string, more: Partial<AgentRun> = {}) =>
  ({
    sessionId: `ses_${name}`,
    chatId: 'ses_chat',
    depth: 1,
    state: 'queued',
    startedAt: 5,
    ...more,
  }) as AgentRun

it('counts who has waited longer for the same places, and by the order of their calls who came at once', () => {
  const runs = [
    agent('works', { state: 'running', startedAt: 1 }),
    agent('resumed', { startedAt: 9 }),
    agent('first'),
    agent('second'),
    agent('deeper', { depth: 2, startedAt: 1 }),
    agent('elsewhere', { chatId: 'ses_other', startedAt: 1 } as Partial<AgentRun>),
  ]
  const places = placesInLine(runs)
  expect(runs.map(({ sessionId }) => places.get(sessionId) ?? null)).toEqual([null, 2, 0, 1, 0, 0])
})
