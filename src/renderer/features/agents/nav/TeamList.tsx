import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { Member, TeamView } from '#shared/team/team.ts'
import { toolTitle } from '../../../approvals/tool-title.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AgentsView } from '../../../store/agents/agent-pages-store.ts'
import { Silent } from '../../../ui/limits/Silent.tsx'
import { useAgents } from '../agents-context.ts'
import { Line } from '../running/Line.tsx'
import { MOOD_MARKS, moodOf } from '../teams/members/member-state.ts'
import { useTeamWords } from '../teams/use-team-words.ts'
import { NavRow } from './NavRow.tsx'

type TeamListProps = {
  readonly headClass: string
  readonly view: AgentsView
  readonly onView: (view: AgentsView) => void
}

const NO_TEAMS: readonly TeamView[] = []
const NOBODY: readonly AgentRun[] = []

/** Shows the active teams with their members; empty without any. */
export function TeamList({ headClass, view, onView }: TeamListProps) {
  const t = useText()
  const { teams, agents } = useAgents()
  const known = useStore(teams.store, (state) => state.teams) ?? NO_TEAMS
  const runs = useStore(agents.store, (state) => state.runs) ?? NOBODY
  const words = useTeamWords()
  return known.map((each) => {
    const { team, members } = each
    return (
      <section key={team.id} aria-label={t('teams.named', { name: team.name })}>
        <h3 className={headClass}>{t('teams.named', { name: team.name })}</h3>
        <ul>
          <NavRow
            icon="list"
            title={t('teams.board')}
            end={words(each).cards}
            current={view.kind === 'team' && view.id === team.id}
            onClick={() => onView({ kind: 'team', id: team.id })}
          />
          {members
            .filter(({ state }) => state !== 'left')
            .map((member) => (
              <MemberLine
                key={member.name}
                member={member}
                run={runs.find(({ sessionId }) => sessionId === member.sessionId) ?? null}
              />
            ))}
        </ul>
      </section>
    )
  })
}

/** A teammate and what it does. A click opens its conversation. */
function MemberLine({ member, run }: { member: Member; run: AgentRun | null }) {
  const t = useText()
  const { onAgent } = useAgents()
  const mood = moodOf(member, run)
  const tool = mood === 'asking' ? run?.asks[0]?.tool : mood === 'working' ? run?.doing?.tool : undefined
  const state = t(`teams.mood.${mood}`)
  const title = tool === undefined ? state : toolTitle(tool, t)
  const quiet = mood === 'working' ? (run?.quiet ?? null) : null
  const doing = run?.doing ?? null
  const about = mood === 'asking' && tool !== undefined ? t('teams.asksFor', { tool: title }) : title
  return (
    <li>
      <Line
        mark={MOOD_MARKS[mood]}
        title={member.name}
        about={
          quiet === null ? (
            about
          ) : (
            <Silent quiet={quiet} doing={doing === null ? null : { what: title, since: doing.since }} />
          )
        }
        asks={mood === 'asking'}
        used={run?.subtree.usage ?? null}
        time={run?.subtree.worked ?? null}
        onOpen={() => (run === null ? undefined : onAgent(run))}
      />
    </li>
  )
}
