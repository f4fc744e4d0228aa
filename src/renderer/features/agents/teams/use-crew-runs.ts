import { useCallback, useMemo } from 'react'
import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import type { TeamView } from '#shared/team/team.ts'
import { problemOf } from '../../../api.ts'
import { useAsked } from '../../../ui/hooks/asked.ts'
import { useAgents } from '../agents-context.ts'

const NOBODY: readonly AgentRun[] = []

/** Returns the runs of teammates by session. Pushed changes are newer than the loaded ones. */
export function useCrewRuns({ team, members }: TeamView): ReadonlyMap<SessionId, AgentRun> {
  const { api, agents } = useAgents()
  const { chatId } = team
  // Long-lived teammates may lie beyond the newest agents that the screen knows.
  const ask = useCallback(() => api.call('agent.runs', { sessionId: chatId }), [api, chatId])
  const asked = useAsked(ask, (error) => problemOf(error).message).data ?? NOBODY
  const told = useStore(agents.store, (state) => state.runs) ?? NOBODY
  return useMemo(() => {
    const wanted = new Set(members.map(({ sessionId }) => sessionId))
    return new Map(
      [...asked, ...told].flatMap((run) =>
        wanted.has(run.sessionId) ? [[run.sessionId, run] as const] : [],
      ),
    )
  }, [asked, told, members])
}
