import { type ReactNode, useRef } from 'react'
import { useStore } from 'zustand'
import { useText } from '../../messages/TextProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Placeholder } from '../../ui/Placeholder.tsx'
import { Row } from '../../ui/Row.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { ItemList } from './ItemList.tsx'
import type { MemoryParts } from './memory-parts.ts'
import { SelectionBar } from './SelectionBar.tsx'

/** The search, and what it finds. */
export function MemoryItems({ places, ...parts }: MemoryParts & { readonly places: ReactNode }) {
  const t = useText()
  const { state, onView } = parts
  const list = useRef<HTMLDivElement>(null)
  const { data, problem, ask } = state.list
  const all = state.facets.data?.all ?? null
  return (
    <section aria-label={t('memory.items')} data-pane className="pane flex h-full min-h-0 flex-col bg-canvas">
      {places}
      <div className="flex gap-2 px-4 pt-3 pb-2">
        <TextInput
          quiet
          icon="search"
          type="search"
          aria-label={t('memory.search')}
          placeholder={t('memory.search')}
          value={state.text}
          onText={state.setText}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            list.current?.focus()
          }}
          end={
            data === null || all === null ? undefined : (
              <span className="figures whitespace-nowrap text-fg-3 text-xs" role="status">
                {t('memory.found', { shown: data.total, all })}
              </span>
            )
          }
          className="flex-1"
        />
        <Button icon="plus" onClick={() => onView({ kind: 'add' })}>
          {t('memory.add')}
        </Button>
        <More {...parts} />
      </div>
      <Waiting {...parts} />
      {parts.picked.size === 0 ? null : <SelectionBar {...parts} />}
      {problem === null ? null : (
        <div className="px-4">
          <Failure message={problem} onRetry={ask} />
        </div>
      )}
      {data === null ? (
        problem === null ? (
          <Placeholder rows={6} rowHeight={72} />
        ) : null
      ) : data.hits.length === 0 ? (
        <Nothing {...parts} />
      ) : (
        <ItemList {...parts} hits={data.hits} search={data.text} listRef={list} />
      )}
    </section>
  )
}

/** Leads to what was found and waits for a word, when there is some. */
function Waiting({ state, view, onView }: MemoryParts) {
  const t = useText()
  const count = state.proposals.data?.proposals.length ?? 0
  if (count === 0) return null
  return (
    <div className="px-4 pb-2">
      <Row
        current={view.kind === 'proposals'}
        onClick={() => onView({ kind: 'proposals' })}
        className="text-sm aria-[current]:font-medium"
      >
        <Mark state="wait" />
        {t('memory.proposed.count', { count })}
      </Row>
    </div>
  )
}

function Nothing({ state, onView }: MemoryParts) {
  const t = useText()
  if (state.facets.data?.all === 0) {
    return (
      <EmptyState
        icon="memory"
        title={t('memory.empty')}
        action={
          <Button look="primary" icon="plus" onClick={() => onView({ kind: 'add' })}>
            {t('memory.add')}
          </Button>
        }
      >
        {t('memory.emptyHint')}
      </EmptyState>
    )
  }
  const text = state.text.trim()
  return (
    <p className="px-6 py-4 text-fg-3 text-sm">
      {text === '' ? t('memory.noneHere') : t('memory.noneFound', { text })}
    </p>
  )
}

function More({ app, state, acts, onView }: MemoryParts) {
  const t = useText()
  const projectId = useStore(app.store, ({ openProject }) => openProject)
  const { scope } = state.filter
  const place =
    scope ?? (projectId === null ? { level: 'user' as const } : { level: 'project' as const, id: projectId })
  return (
    <Menu
      trigger={<IconButton icon="more" label={t('memory.more')} />}
      items={[
        {
          kind: 'action',
          id: 'look',
          label: t('memory.look.for'),
          icon: 'search',
          onSelect: () => onView({ kind: 'proposals' }),
        },
        { kind: 'rule', id: 'look-rule' },
        { kind: 'action', id: 'import', label: t('memory.import'), onSelect: () => acts.read(place) },
        { kind: 'action', id: 'export', label: t('memory.export'), onSelect: () => acts.write(state.filter) },
        { kind: 'rule', id: 'rule' },
        {
          kind: 'action',
          id: 'forget',
          label: t('memory.forget'),
          icon: 'trash',
          danger: true,
          onSelect: () => onView({ kind: 'forget' }),
        },
      ]}
    />
  )
}
