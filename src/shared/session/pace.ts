import type { DurableEvent } from '../events/event.ts'
import type { ModelRef, RunId } from '../ids.ts'

/** Answer speed of a chat: medians of its newest requests; null without measurements. */
export type Pace = {
  /** Number of measured requests. */
  readonly requests: number
  /** From the request to the first piece of an answer, in milliseconds. */
  readonly firstMs: number | null
  readonly tokensPerSecond: number | null
  /** A whole turn: the answer and the tools it called, in milliseconds. */
  readonly turnMs: number | null
  /** The tools it called, the most time together first. */
  readonly tools: readonly ToolPace[]
}
export type ToolPace = { readonly name: string; readonly calls: number; readonly medianMs: number }

/** An answer that came in less than this came at once, and says nothing about a rate. */
const SHORTEST_MS = 100
const MOST_TOOLS = 4

/** Measures a model by the ends of turns, and tools by their answers. `modelOf` says which model a run has. */
export function paceOf(
  events: readonly DurableEvent[],
  model: ModelRef,
  modelOf: (runId: RunId) => ModelRef | undefined,
): Pace {
  const turns = events.flatMap((event) =>
    event.kind === 'turn.ended' &&
    event.payload.firstMs !== undefined &&
    (event.payload.model ?? modelOf(event.payload.runId)) === model
      ? [{ ...event.payload, firstMs: event.payload.firstMs }]
      : [],
  )
  const rates = turns.flatMap(({ llmMs, firstMs, usage }) => {
    const ms = llmMs - firstMs
    return ms < SHORTEST_MS || usage.output === 0 ? [] : [(usage.output * 1_000) / ms]
  })
  return {
    requests: turns.length,
    firstMs: median(turns.map(({ firstMs }) => firstMs)),
    tokensPerSecond: median(rates),
    turnMs: median(turns.map(({ durationMs }) => durationMs)),
    tools: toolsIn(events),
  }
}

function toolsIn(events: readonly DurableEvent[]): readonly ToolPace[] {
  const times = new Map<string, number[]>()
  for (const event of events) {
    const tool = event.kind === 'message' ? event.payload.message.tool : undefined
    // Imported messages belong to no run and have no measured times.
    if (tool === undefined || tool.synthetic !== undefined || event.runId === undefined) continue
    times.set(tool.name, [...(times.get(tool.name) ?? []), tool.durationMs])
  }
  return [...times]
    .map(([name, each]) => ({ name, calls: each.length, medianMs: median(each) ?? 0, all: sum(each) }))
    .toSorted((one, other) => other.all - one.all || (one.name < other.name ? -1 : 1))
    .slice(0, MOST_TOOLS)
    .map(({ all: _all, ...tool }) => tool)
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0)
