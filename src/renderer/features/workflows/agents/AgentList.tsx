import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'
import type { WorkflowAgentView } from '#shared/workflow/fold-workflow.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { AGENT_COLUMNS, AgentRow } from './AgentRow.tsx'
import { slotsFor } from './row-slots.ts'

type AgentListProps = {
  readonly agents: readonly WorkflowAgentView[]
  /** The row the keyboard is on, or -1. */
  readonly row: number
  readonly selected: number | null
  /** Counts the moves of the keyboard, so that the focus follows them and nothing else. */
  readonly moves: number
  readonly onSelect: (agentId: number) => void
  readonly onOpen: (agentId: number) => void
}

const ROW = 40

/** The agents of a phase. Only the rows in sight are drawn. */
export function AgentList({ agents, row, selected, moves, onSelect, onOpen }: AgentListProps) {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: agents.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => agents[index]?.agentId ?? index,
    overscan: 8,
    paddingStart: 4,
    paddingEnd: 4,
    // The row that holds the focus stays drawn, wherever the order puts it.
    rangeExtractor: (range: Range) => {
      const seen = defaultRangeExtractor(range)
      return row < 0 || seen.includes(row) ? seen : [...seen, row].sort((left, right) => left - right)
    },
  })
  useFocusFollows(scroller, agents[row]?.agentId ?? null, moves, () =>
    virtual.scrollToIndex(row, { align: 'auto' }),
  )
  const items = virtual.getVirtualItems()
  const slots = useSlots(items.flatMap(({ index }) => agents[index]?.agentId ?? []))
  const drawn = items.flatMap((item) => {
    const agent = agents[item.index]
    const slot = agent === undefined ? undefined : slots.get(agent.agentId)
    return agent === undefined || slot === undefined ? [] : [{ item, agent, slot }]
  })
  // Rows are positioned by style and keep one order in the page, because a moved row would lose the focus and
  // be laid out again.
  drawn.sort((left, right) => left.slot - right.slot)
  const rowDrawn = items.some((item) => item.index === row)
  return (
    <>
      <div
        aria-hidden="true"
        className={classNames(
          'h-6 shrink-0 overflow-hidden border-line border-b pr-5 pl-4 text-fg-3 text-xs [scrollbar-gutter:stable]',
          AGENT_COLUMNS,
        )}
      >
        <span />
        <span>{t('workflows.column.agent')}</span>
        <span>{t('workflows.column.result')}</span>
        <span className="text-right">{t('workflows.column.time')}</span>
        <span className="text-right">{t('workflows.column.tokens')}</span>
        <span className="text-right">{t('workflows.column.cost')}</span>
        <span className="text-right">{t('workflows.column.tools')}</span>
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto contain-strict [scrollbar-gutter:stable]">
        <div
          role="listbox"
          aria-label={t('workflows.agents')}
          tabIndex={-1}
          className="group relative outline-none"
          style={{ height: virtual.getTotalSize() }}
        >
          {drawn.map(({ item, agent, slot }) => (
            <AgentRow
              key={slot}
              agent={agent}
              index={item.index}
              count={agents.length}
              top={item.start}
              on={agent.agentId === selected}
              reachable={rowDrawn ? item.index === row : item === items[0]}
              onSelect={onSelect}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
    </>
  )
}

/** The row of each agent that is drawn. Asked twice for the same ones it says the same, so a drawing may be repeated. */
function useSlots(ids: readonly number[]): ReadonlyMap<number, number> {
  const slots = useRef<ReadonlyMap<number, number>>(new Map())
  slots.current = slotsFor(slots.current, ids)
  return slots.current
}

/** After a key moved the cursor, the row is in sight and has the focus. */
function useFocusFollows(
  scroller: React.RefObject<HTMLDivElement | null>,
  agentId: number | null,
  moves: number,
  show: () => void,
) {
  const wanted = useRef<number | null>(null)
  const seen = useRef(moves)
  // With every drawing, since a row that is far away is drawn only once it has been scrolled to.
  useLayoutEffect(() => {
    if (seen.current !== moves) {
      seen.current = moves
      wanted.current = agentId
      show()
    }
    if (wanted.current === null) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-agent="${wanted.current}"]`)
    if (row === null || row === undefined) return
    wanted.current = null
    row.focus({ preventScroll: true })
  })
}
