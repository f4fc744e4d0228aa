import { useStore } from 'zustand'
import { useText } from '../../../messages/TextProvider.tsx'
import type { AgentsView } from '../../../store/agents/agent-pages-store.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { useRoving } from '../../../ui/hooks/roving.ts'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { useAgents, useApp } from '../agents-context.ts'
import type { useDefinitions } from '../definitions/use-definitions.ts'
import { EndedList } from '../running/EndedList.tsx'
import { PausedList } from '../running/PausedList.tsx'
import { RunningCount } from '../running/RunningCount.tsx'
import { RunningList } from '../running/RunningList.tsx'
import { useRunning } from '../running/use-running.ts'
import { DefinitionList } from './DefinitionList.tsx'
import { NavRow } from './NavRow.tsx'
import { TeamList } from './TeamList.tsx'

type AgentsNavProps = {
  readonly definitions: ReturnType<typeof useDefinitions>
  readonly view: AgentsView
  readonly onView: (view: AgentsView) => void
  readonly onInbox: () => void
}

const HEAD = 'px-2 pt-3 pb-1 font-semibold text-fg-2 text-sm'

/** Shows running agents and the pages of this screen. One Tab stop; arrow keys move. */
export function AgentsNav({ definitions, view, onView, onInbox }: AgentsNavProps) {
  const t = useText()
  const { inbox, teams } = useAgents()
  const running = useRunning()
  const roving = useRoving('[data-nav]')
  const waiting = useStore(inbox.store, (state) => state.items?.length ?? 0)
  const together = useStore(teams.store, (state) => state.teams?.length ?? 0)
  const grants = useApp((state) => state.grants.length)
  const figure = (count: number) => (count === 0 ? '' : count)
  return (
    <nav aria-label={t('agents.nav')} data-pane onKeyDown={roving} className="pane h-full bg-side">
      <PaneHead title={t('agents.running')} note={<RunningCount />}>
        <IconButton
          data-new-agent
          icon="plus"
          size="small"
          label={t('agents.new')}
          onClick={() => onView({ kind: 'new-agent', copyOf: null })}
        />
      </PaneHead>
      <div className="@container min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <RunningList running={running} />
        <TeamList headClass={HEAD} view={view} onView={onView} />
        <PausedList headClass={HEAD} />
        <h3 className={HEAD}>{t('agents.overview')}</h3>
        <ul aria-label={t('agents.overview')}>
          <NavRow
            icon="info"
            title={t('agents.start')}
            current={view.kind === 'start'}
            onClick={() => onView({ kind: 'start' })}
          />
          <NavRow icon="shield" title={t('agents.inbox')} end={figure(waiting)} onClick={onInbox} />
          <NavRow
            icon="users"
            title={t('teams.all')}
            end={figure(together)}
            current={view.kind === 'teams'}
            onClick={() => onView({ kind: 'teams' })}
          />
          <NavRow
            icon="key"
            title={t('agents.grants')}
            end={figure(grants)}
            current={view.kind === 'grants'}
            onClick={() => onView({ kind: 'grants' })}
          />
          <NavRow
            icon="pulse"
            title={t('agents.processes')}
            current={view.kind === 'processes'}
            onClick={() => onView({ kind: 'processes' })}
          />
        </ul>
        <EndedList headClass={HEAD} />
        <h3 className={HEAD}>{t('agents.definitions')}</h3>
        <DefinitionList asked={definitions} view={view} onView={onView} />
      </div>
    </nav>
  )
}
