import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { ToolEntry } from '../transcript/entry.ts'

type Named = Pick<AgentRun, 'sessionId' | 'title'>

/** A call as the person reads it: the ids of agents in its argument and its answer are their titles. */
export function withTitles(call: ToolEntry, runs: readonly Named[]): ToolEntry {
  const { args, text } = call
  return { ...call, args: withTitle(args, runs), text: runs.reduce(titled, text) }
}

/** Replaces quoted ids first, because texts for a model put ids in quotation marks. */
function titled(text: string, { sessionId, title }: Named): string {
  return text.replaceAll(`"${sessionId}"`, `“${title}”`).replaceAll(sessionId, `“${title}”`)
}

function withTitle(args: unknown, runs: readonly Named[]): unknown {
  if (typeof args !== 'object' || args === null || !('agent' in args)) return args
  const run = runs.find(({ sessionId }) => sessionId === args.agent)
  return run === undefined ? args : { ...args, agent: run.title }
}
