import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { TeamId } from '#shared/ids.ts'
import type { PastTeam } from '#shared/team/team.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useAgo } from '../../../ui/base/time.ts'
import { useRoving } from '../../../ui/hooks/roving.ts'
import { Row } from '../../../ui/lists/Row.tsx'
import { useAgents, useApp } from '../agents-context.ts'

/** The teams that were dissolved: they can be read. Nothing while there are none. */
export function PastTeams({ onTeam }: { onTeam: (id: TeamId) => void }) {
  const t = useText()
  const { app, teams } = useAgents()
  const past = useStore(teams.store, (state) => state.past)
  const roving = useRoving('[data-team]')
  useEffect(() => {
    if (past === null) app.attempt(teams.loadPast())
  }, [app, teams, past])
  if (past === null || past.length === 0) return null
  return (
    <>
      <h3 className="px-2 pt-4 pb-1 font-semibold text-fg-2 text-sm">{t('teams.past')}</h3>
      <ul aria-label={t('teams.past')} onKeyDown={roving}>
        {past.map((each, index) => (
          <PastLine key={each.team.id} past={each} first={index === 0} onOpen={() => onTeam(each.team.id)} />
        ))}
      </ul>
    </>
  )
}

type PastLineProps = { readonly past: PastTeam; readonly first: boolean; readonly onOpen: () => void }

function PastLine({ past, first, onOpen }: PastLineProps) {
  const t = useText()
  const ago = useAgo()
  const { team, members, cards, done } = past
  const project = useApp((state) => state.projects.find(({ id }) => id === team.projectId)?.name ?? null)
  const people = t('teams.hadMembers', { count: members })
  return (
    <li>
      <Row data-team lines={2} tabIndex={first ? 0 : -1} onClick={onOpen}>
        <Icon name="users" size="s" className="text-fg-3" />
        <span className="min-w-0 grow">
          <span className="block truncate text-fg-2 text-sm">{team.name}</span>
          <span className="figures block truncate text-fg-3 text-xs">
            {[project, people, ago(team.endedAt ?? team.createdAt)]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
        </span>
        <span className="figures text-fg-3 text-xs">
          {cards === 0 ? t('teams.noCards') : t('teams.cards', { done, all: cards })}
        </span>
      </Row>
    </li>
  )
}
