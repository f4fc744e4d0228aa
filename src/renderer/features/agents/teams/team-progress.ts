import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { TeamView } from '#shared/team/team.ts'
import { isAtWorkIn, moodOf } from './members/member-state.ts'

/** The progress of a team: running teammates and completed cards. */
export type TeamProgress = { readonly busy: number; readonly done: number; readonly all: number }

/** Counts it from what is kept of the team and the lines of its agents. */
export function progressOf(
  { members, cards }: Pick<TeamView, 'members' | 'cards'>,
  runs: readonly AgentRun[],
): TeamProgress {
  const busy = members.filter((member) => {
    const run = runs.find(({ sessionId }) => sessionId === member.sessionId) ?? null
    return isAtWorkIn(moodOf(member, run))
  })
  const done = cards.filter(({ status }) => status === 'completed')
  return { busy: busy.length, done: done.length, all: cards.length }
}
