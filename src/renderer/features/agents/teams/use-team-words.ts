import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { TeamView } from '#shared/team/team.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useAgents } from '../agents-context.ts'
import { progressOf } from './team-progress.ts'

const NOBODY: readonly AgentRun[] = []

/** Returns the formatter of a team's progress: running teammates and completed cards. */
export function useTeamWords(): (view: TeamView) => { readonly people: string; readonly cards: string } {
  const t = useText()
  const { agents } = useAgents()
  const runs = useStore(agents.store, (state) => state.runs) ?? NOBODY
  return (view) => {
    const { busy, done, all } = progressOf(view, runs)
    return {
      people: t('teams.atWork', { count: busy }),
      cards: all === 0 ? t('teams.noCards') : t('teams.cards', { done, all }),
    }
  }
}
