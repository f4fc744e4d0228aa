import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { TeamId } from '#shared/ids.ts'
import type { TeamView } from '#shared/team/team.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { useRoving } from '../../../ui/hooks/roving.ts'
import { Row } from '../../../ui/lists/Row.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { useAgents, useApp } from '../agents-context.ts'
import { NewTeamForm } from './NewTeamForm.tsx'
import { PastTeams } from './PastTeams.tsx'
import { useTeamWords } from './use-team-words.ts'

/** Every team that works, in any project. */
export function TeamsPage({ onTeam }: { onTeam: (id: TeamId) => void }) {
  const t = useText()
  const { app, teams } = useAgents()
  const known = useStore(teams.store, (state) => state.teams)
  const hasPast = useStore(teams.store, (state) => (state.past?.length ?? 0) > 0)
  const problem = useStore(teams.store, (state) => state.problem)
  const roving = useRoving('[data-team]')
  const [making, setMaking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setMaking(false)
    opener.current?.focus()
  }
  return (
    <section aria-label={t('teams.all')} data-pane className="pane h-full bg-canvas">
      <PaneHead title={t('teams.all')}>
        <Button
          ref={opener}
          size="small"
          look="ghost"
          icon="plus"
          aria-expanded={making}
          onClick={() => setMaking(!making)}
        >
          {t('teams.new')}
        </Button>
      </PaneHead>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {making ? <NewTeamForm onMade={onTeam} onClose={close} /> : null}
        {problem === null ? null : (
          <Failure message={problem.message} onRetry={() => app.attempt(teams.load())} />
        )}
        {known === null && problem === null ? <Placeholder rows={3} rowHeight={40} /> : null}
        {known?.length === 0 && !making ? (
          // Alone it stands in the middle of the page; with teams to read below, it leaves them in sight.
          <div className={hasPast ? 'py-6' : 'h-full'}>
            <EmptyState
              icon="users"
              title={t('teams.none')}
              action={<Button onClick={() => setMaking(true)}>{t('teams.new')}</Button>}
            >
              {t('teams.noneHint')}
            </EmptyState>
          </div>
        ) : (
          <ul aria-label={t('teams.all')} onKeyDown={roving}>
            {known?.map((view, index) => (
              <TeamLine
                key={view.team.id}
                view={view}
                first={index === 0}
                onOpen={() => onTeam(view.team.id)}
              />
            ))}
          </ul>
        )}
        <PastTeams onTeam={onTeam} />
      </div>
    </section>
  )
}

type TeamLineProps = { readonly view: TeamView; readonly first: boolean; readonly onOpen: () => void }

function TeamLine({ view, first, onOpen }: TeamLineProps) {
  const { team } = view
  const words = useTeamWords()(view)
  const project = useApp((state) => state.projects.find(({ id }) => id === team.projectId)?.name ?? null)
  return (
    <li>
      <Row data-team lines={2} tabIndex={first ? 0 : -1} onClick={onOpen}>
        <Icon name="users" size="s" className="text-fg-3" />
        <span className="min-w-0 grow">
          <span className="block truncate font-medium text-sm">{team.name}</span>
          <span className="figures block truncate text-fg-3 text-xs">
            {[project, words.people].filter((part) => part !== null).join(' · ')}
          </span>
        </span>
        <span className="figures text-fg-3 text-xs">{words.cards}</span>
      </Row>
    </li>
  )
}
