import { expect, it } from 'vitest'
import type { DurableEvent } from '../events/event.ts'
import type { ModelRef, RunId } from '../ids.ts'
import { paceOf } from './pace.ts'

const model = 'a/b' as ModelRef
const turn = (firstMs: number | undefined, llmMs: number, output: number, by?: string) =>
  ({
    kind: 'turn.ended',
    payload: {
      runId: 'run_1',
      turnIndex: 0,
      stop: 'stop',
      usage: { input: 1, output },
      durationMs: llmMs + 10,
      llmMs,
      toolMs: 0,
      ...(firstMs === undefined ? {} : { firstMs }),
      ...(by === undefined ? {} : { model: by }),
    },
  }) as unknown as DurableEvent
const tool = (name: string, durationMs: number, synthetic?: string) =>
  ({
    kind: 'message',
    runId: 'run_1',
    payload: { message: { role: 'tool', tool: { name, durationMs, ...(synthetic ? { synthetic } : {}) } } },
  }) as unknown as DurableEvent
const pace = (...events: DurableEvent[]) => paceOf(events, model, (_: RunId) => model)

it('takes the middle of what a model took', () => {
  const { requests, firstMs, tokensPerSecond, turnMs } = pace(
    turn(100, 1_100, 50),
    turn(300, 1_300, 30),
    turn(9_000, 9_010, 500),
    turn(undefined, 700, 9),
    turn(1, 1_001, 9_999, 'c/d'),
  )
  expect({ requests, firstMs, tokensPerSecond, turnMs }).toEqual({
    requests: 3,
    firstMs: 300,
    tokensPerSecond: 40,
    turnMs: 1_310,
  })
})

it('names the tools that took most, without calls that never acted', () => {
  expect(pace(tool('read', 5), tool('bash', 900), tool('read', 7), tool('bash', 0, 'denied')).tools).toEqual([
    { name: 'bash', calls: 1, medianMs: 900 },
    { name: 'read', calls: 2, medianMs: 6 },
  ])
})

it('does not count calls that came with an imported chat', () => {
  const { runId: _, ...imported } = tool('read', 0)
  expect(pace(imported as DurableEvent).tools).toEqual([])
})

it('has no figures where nothing was measured', () => {
  expect(pace()).toEqual({ requests: 0, firstMs: null, tokensPerSecond: null, turnMs: null, tools: [] })
})
