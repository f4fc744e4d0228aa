import { useStore } from 'zustand'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import type { IconName } from '../../../ui/icon-shapes.tsx'
import { PaneHead } from '../../../ui/PaneHead.tsx'
import { Row } from '../../../ui/Row.tsx'
import { useRoving } from '../../../ui/roving.ts'
import { useAgents, useApp } from '../agents-context.ts'
import type { AgentsView } from '../agents-view.ts'

type AgentsNavProps = {
  readonly view: AgentsView
  readonly onView: (view: AgentsView) => void
  readonly onInbox: () => void
}

/** What there is to look at on this screen. One Tab stop; arrows move. */
export function AgentsNav({ view, onView, onInbox }: AgentsNavProps) {
  const t = useText()
  const { inbox } = useAgents()
  const roving = useRoving('[data-nav]')
  const waiting = useStore(inbox.store, (state) => state.items?.length ?? 0)
  const grants = useApp((state) => state.grants.length)
  return (
    <nav aria-label={t('agents.nav')} data-pane onKeyDown={roving} className="pane h-full bg-side">
      <PaneHead title={t('shell.agents')} />
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <ul aria-label={t('agents.overview')}>
          <NavRow icon="shield" title={t('agents.inbox')} count={waiting} onClick={onInbox} />
          <NavRow
            icon="key"
            title={t('agents.grants')}
            count={grants}
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
      </div>
    </nav>
  )
}

type NavRowProps = {
  readonly icon: IconName
  readonly title: string
  readonly count?: number
  readonly current?: boolean
  readonly onClick: () => void
}

function NavRow({ icon, title, count = 0, current = false, onClick }: NavRowProps) {
  return (
    <li>
      <Row data-nav current={current} tabIndex={current ? 0 : -1} onClick={onClick}>
        <Icon name={icon} size="s" className="text-fg-3" />
        <span className="min-w-0 grow truncate font-medium text-sm">{title}</span>
        <span className="figures text-fg-3 text-xs">{count === 0 ? '' : count}</span>
      </Row>
    </li>
  )
}
