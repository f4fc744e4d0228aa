import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { useNow } from '../../../ui/base/time.ts'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { WorkedClock } from '../../../ui/limits/WorkedClock.tsx'
import { agentTitle } from '../../../ui/names/agent-title.ts'
import { useChat } from '../chat-context.ts'
import { focusComposer } from '../composer/composer-focus.ts'
import { isOver, selectable } from './agent-tree.ts'
import { AGENT_MARKS, tokensOf } from './agent-words.ts'
import { DoingWords } from './DoingWords.tsx'
import { actOfSelectorKey } from './selector-keys.ts'
import { useAgentDeeds } from './use-agents-of-chat.ts'
import { useDoing } from './use-doing.ts'
import { useSelectorCursor } from './use-selector-cursor.ts'

const ROW = 28
const ROWS_IN_SIGHT = 6

/** Shows the background agents below the composer. Empty without any. */
export function AgentSelector() {
  const { agents } = useChat()
  const state = useStore(agents.store)
  // Nothing ticks while no agent is in the background.
  const now = useNow(1_000, (moment) => selectable(state, moment).length > 0)
  const runs = useMemo(() => selectable(state, now), [state, now])
  return runs.length === 0 ? null : <Selector runs={runs} viewed={state.viewed} />
}

function Selector({ runs, viewed }: { runs: readonly AgentRun[]; viewed: AgentRun['sessionId'] | null }) {
  const t = useText()
  const deeds = useAgentDeeds()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const rows: readonly (AgentRun | null)[] = [null, ...runs]
  const ids = rows.map((run) => run?.sessionId ?? null)
  /** -1 while an agent is looked at that is waited for. */
  const shown = ids.indexOf(viewed)
  const { at, focused, ...cursor } = useSelectorCursor(ids, shown)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 4,
  })
  useEffect(() => virtual.scrollToIndex(at, { align: 'auto' }), [virtual, at])
  const current = rows[at] ?? null
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOfSelectorKey(event, at, rows.length)
    if (act === null) return
    event.preventDefault()
    event.stopPropagation()
    if (act.do === 'move') cursor.move(act.to)
    else if (act.do === 'open') deeds.view(current?.sessionId ?? null)
    else if (act.do === 'leave') focusComposer()
    else if (current !== null) cursor.end(current)
  }
  const items = virtual.getVirtualItems()
  return (
    <div className="mx-auto w-full max-w-[768px] shrink-0 px-6 pb-2">
      <div
        ref={box}
        data-agent-selector
        role="listbox"
        aria-label={t('children.selector')}
        aria-activedescendant={`${id}-${at}`}
        aria-describedby={`${id}-hint`}
        tabIndex={0}
        onFocus={cursor.onFocus}
        onBlur={cursor.onBlur}
        onKeyDown={onKeyDown}
        style={{ maxHeight: ROW * ROWS_IN_SIGHT }}
        className="overflow-y-auto rounded-md outline-none"
      >
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => (
            <SelectorRow
              key={rows[item.index]?.sessionId ?? 'main'}
              id={`${id}-${item.index}`}
              run={rows[item.index] ?? null}
              place={{ top: item.start, at: item.index, of: rows.length }}
              on={item.index === shown}
              under={focused && item.index === at}
              onOpen={() => {
                cursor.move(item.index)
                deeds.view(rows[item.index]?.sessionId ?? null)
              }}
            />
          ))}
        </div>
      </div>
      <Hint id={`${id}-hint`} run={current} focused={focused} />
    </div>
  )
}

/** Shows the keys of the focused list, read by screen readers on focus. */
function Hint({ id, run, focused }: { id: string; run: AgentRun | null; focused: boolean }) {
  const t = useText()
  return (
    <p
      id={id}
      className={classNames(
        'mt-1 flex h-5 items-center gap-2 px-2 text-fg-3 text-xs',
        focused ? '' : 'unseen',
      )}
    >
      <Kbd keys={['Enter']} /> {t('children.hint.open')}
      {run === null ? null : (
        <>
          <Kbd keys={['X']} /> {t(endOf(run))}
        </>
      )}
      <Kbd keys={['Esc']} /> {t('children.hint.back')}
      <Kbd keys={['Shift', '↓']} /> {t('children.hint.all')}
    </p>
  )
}

/** Returns the label of the X key. A teammate is stopped at once, as on its board. */
function endOf(run: AgentRun) {
  if (isOver(run)) return 'children.hint.clear'
  return run.teammate === null ? 'children.hint.stop' : 'children.hint.stopNow'
}

type SelectorRowProps = {
  readonly id: string
  /** Null for the chat itself. */
  readonly run: AgentRun | null
  readonly place: { readonly top: number; readonly at: number; readonly of: number }
  readonly on: boolean
  readonly under: boolean
  readonly onOpen: () => void
}

function SelectorRow({ id, run, place, on, under, onOpen }: SelectorRowProps) {
  const t = useText()
  const numbers = useNumbers()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the row it is on
    <div
      id={id}
      role="option"
      aria-selected={on}
      aria-posinset={place.at + 1}
      aria-setsize={place.of}
      // The focus brings the keys into sight and lifts the rows: a press would end on another one.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
      style={{ transform: `translateY(${place.top}px)` }}
      className={classNames(
        'absolute inset-x-0 top-0 flex h-7 cursor-default items-center gap-2 rounded-sm px-2 text-sm',
        under ? 'bg-select-live inset-ring inset-ring-focus' : on ? 'bg-select' : 'hover:bg-hover',
      )}
    >
      {run === null ? (
        <>
          <Icon name="chat" size="s" className="text-fg-3" />
          <span className="grow">{t('children.main')}</span>
        </>
      ) : (
        <>
          <AtWork run={run} />
          <span className="figures flex shrink-0 items-center gap-2 text-fg-3 text-xs">
            <WorkedClock of={[run.worked]} />
            {t('children.down', { tokens: numbers.short(tokensOf(run.usage)) })}
          </span>
        </>
      )}
    </div>
  )
}

/** Shows an agent with its current activity. */
function AtWork({ run }: { run: AgentRun }) {
  const t = useText()
  const { state } = useDoing(run)
  return (
    <>
      <Mark state={AGENT_MARKS[state]} label={t(`children.state.${state}`)} />
      <span className="shrink-0 font-medium">{agentTitle(run, t)}</span>
      <span className="min-w-0 shrink truncate text-fg-2">{run.title}</span>
      <span
        className={classNames(
          'min-w-0 grow basis-0 truncate text-xs',
          state === 'waiting' ? 'text-warn-fg' : 'text-fg-3',
        )}
      >
        {isOver(run) && run.unheard === 0 ? t(`children.state.${state}`) : <DoingWords run={run} />}
      </span>
    </>
  )
}
