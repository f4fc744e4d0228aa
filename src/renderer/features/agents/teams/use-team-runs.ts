import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import type { TeamView } from '#shared/team/team.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useAgents } from '../agents-context.ts'

const NOBODY: readonly AgentRun[] = []

/** Returns the runs of teammates by session. Pushed changes are newer than the loaded ones. */
export function useTeamRuns({ team, members }: TeamView): ReadonlyMap<SessionId, AgentRun> {
  const { agents } = useAgents()
  const { chatId } = team
  // Long-lived teammates may lie beyond the newest agents that the screen knows.
  const asked = useQuery('agent.runs', { sessionId: chatId }).data ?? NOBODY
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
