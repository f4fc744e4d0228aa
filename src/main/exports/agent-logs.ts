import { z } from 'zod'
import { RunId, SessionId } from '#shared/ids.ts'
import type { LogReader, LogTaken } from './log-reader.ts'

/** The log of an agent, and which of the logs of the file it works for: the chat, or the agent at this place before it. */
export type AgentTaken = LogTaken & { readonly above: 'chat' | number; readonly parentRunId: RunId }

type Agent = Pick<AgentTaken, 'above' | 'parentRunId'> & { readonly reader: LogReader }

type Deps = {
  /** The log of the chat, which stands before the others. */
  readonly chat: LogReader
  readonly newLog: (belongsTo: RunId) => LogReader
}

/** The most logs of agents that are taken, and the most agents one behind the other. */
const MOST_AGENTS = 1_000
const DEEPEST = 8

/** Reads the agent logs of a file, each after that of its parent. */
export function createAgentLogs({ chat, newLog }: Deps) {
  /** By their names in the file. Null: a log that belongs to nothing. */
  const places = new Map<SessionId, number | null>()
  const agents: Agent[] = []

  const depthOf = (above: Agent['above']): number =>
    above === 'chat' ? 1 : 1 + depthOf(agents[above]?.above ?? 'chat')

  /** Returns the position of an agent's log that begins with this line; null without a parent in the file. */
  const begin = (json: unknown): number | null => {
    const begun = Begun.safeParse(json)
    if (!begun.success || agents.length >= MOST_AGENTS) return null
    const { parentSessionId, parentRunId } = begun.data.payload
    const above = parentSessionId === chat.oldId() ? 'chat' : (places.get(parentSessionId) ?? null)
    const parent = above === 'chat' ? chat : above === null ? null : agents[above]?.reader
    if (above === null || parent == null) return null
    if (!parent.hasRun(parentRunId) || depthOf(above) > DEEPEST) return null
    const reader = newLog(parentRunId)
    const here = RunId.parse(parent.ids.of(parentRunId))
    // Its runs name that run, which has its new name from the other log.
    reader.ids.set(parentRunId, here)
    if (!reader.take(json)) return null
    agents.push({ reader, above, parentRunId: here })
    return agents.length - 1
  }

  return {
    /** False for a line that belongs to nothing. */
    take: (log: SessionId, json: unknown): boolean => {
      const known = places.get(log)
      if (known !== undefined) return known !== null && agents[known]?.reader.take(json) === true
      const begun = begin(json)
      places.set(log, begun)
      return begun !== null
    },
    /** Names an attachment that has been stored. */
    name: (id: string, blobId: string): void => {
      for (const { reader } of agents) reader.ids.set(id, blobId)
    },
    end: (): { readonly agents: readonly AgentTaken[]; readonly agentsLeft: number } => ({
      agents: agents.flatMap(({ reader, above, parentRunId }) => {
        const log = reader.end()
        return log === null ? [] : [{ ...log, above, parentRunId }]
      }),
      agentsLeft: [...places.values()].filter((at) => at === null).length,
    }),
  }
}

const Begun = z.object({
  kind: z.literal('session.created'),
  payload: z.object({ kind: z.literal('child'), parentSessionId: SessionId, parentRunId: RunId }),
})
