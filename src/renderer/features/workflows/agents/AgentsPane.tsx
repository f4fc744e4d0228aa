import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { AGENT_ORDERS, type AgentOrder } from './agent-rows.ts'

/** The filter and the order of the list. */
export type AgentView = { readonly query: string; readonly filtering: boolean; readonly order: AgentOrder }

export const PLAIN_VIEW: AgentView = { query: '', filtering: false, order: 'needsFirst' }

type AgentsPaneProps = {
  readonly count: number
  /** The phase in view, or null for all of them. */
  readonly phase: string | null
  readonly look: AgentView
  readonly onLook: (look: AgentView) => void
  /** Stands in for the list of phases where there is no room for it. */
  readonly phaseMenu: ReactNode
  /** Says why no row is shown, or null. */
  readonly empty: string | null
  readonly children: ReactNode
}

/** The head of the list of agents, with its order and its filter. */
export function AgentsPane(props: AgentsPaneProps) {
  const { count, phase, look, onLook, phaseMenu, empty, children } = props
  const t = useText()
  const isOrder = (value: string): value is AgentOrder => AGENT_ORDERS.some((order) => order === value)
  const closeFilter = () => onLook({ ...look, filtering: false, query: '' })
  return (
    <section aria-labelledby="agents-title" data-pane data-column="agents" className="pane h-full bg-canvas">
      <div className="flex h-(--h-bar) shrink-0 items-center gap-2 pr-2 pl-4">
        <h2 id="agents-title" className="pane-title whitespace-nowrap font-semibold text-fg-2 text-sm">
          {t('workflows.agents')}
        </h2>
        {phaseMenu ?? (
          <span className="figures truncate text-fg-3 text-xs">
            {phase === null
              ? t('workflows.agents.all', { count })
              : t('workflows.agents.count', { count, phase })}
          </span>
        )}
        <span className="grow" />
        <Select
          look="pick"
          label={t('workflows.agents.sort')}
          value={look.order}
          groups={[
            {
              title: null,
              options: AGENT_ORDERS.map((order) => ({
                value: order,
                label: t(`workflows.agents.${order}`),
              })),
            },
          ]}
          onChange={(order) => (isOrder(order) ? onLook({ ...look, order }) : undefined)}
        />
        <IconButton
          icon="filter"
          size="small"
          label={t('workflows.agents.filter')}
          pressed={look.filtering}
          onClick={() => (look.filtering ? closeFilter() : onLook({ ...look, filtering: true }))}
        />
      </div>
      {look.filtering ? (
        <FilterBox query={look.query} onQuery={(query) => onLook({ ...look, query })} onClose={closeFilter} />
      ) : null}
      {empty === null ? children : <p className="px-4 py-2 text-fg-3 text-sm">{empty}</p>}
    </section>
  )
}

/** From the filter on to the first agent it found. */
function goToList(box: HTMLElement | null): void {
  box?.closest('[data-column]')?.querySelector<HTMLElement>('[data-pane-focus]')?.focus()
}

type FilterBoxProps = {
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly onClose: () => void
}

function FilterBox({ query, onQuery, onClose }: FilterBoxProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={box} className="px-4 pb-2">
      <TextInput
        quiet
        type="search"
        icon="search"
        aria-label={t('workflows.agents.filterLabel')}
        placeholder={t('workflows.agents.filter')}
        value={query}
        onText={onQuery}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter' || event.key === 'ArrowDown') goToList(box.current)
        }}
      />
    </div>
  )
}
