import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { Menu } from '../../../ui/controls/Menu.tsx'
import { Row } from '../../../ui/lists/Row.tsx'
import { EmptyState } from '../../../ui/panes/EmptyState.tsx'
import { FoundPane } from '../FoundPane.tsx'
import type { MemoryParts } from '../memory-parts.ts'
import { ItemList } from './ItemList.tsx'
import { SelectionBar } from './SelectionBar.tsx'

/** The search over memories, and what it finds. */
export function MemoryItems({ places, ...parts }: MemoryParts & { readonly places: ReactNode }) {
  const t = useText()
  const { state, onView } = parts
  return (
    <FoundPane
      label={t('memory.items')}
      search={t('memory.search')}
      add={{ label: t('memory.add'), onAdd: () => onView({ kind: 'add' }) }}
      text={state.text}
      onText={state.setText}
      list={state.list}
      all={state.facets.data?.all ?? null}
      places={places}
      more={<More {...parts} />}
      between={
        <>
          <Waiting {...parts} />
          {parts.picked.size === 0 ? null : <Selection {...parts} />}
        </>
      }
      nothing={<Nothing {...parts} />}
    >
      {({ hits, text }, list) => <ItemList {...parts} hits={hits} search={text} listRef={list} />}
    </FoundPane>
  )
}

function Selection({ app, state, picked, acts, onPick, onView }: MemoryParts) {
  const t = useText()
  const ids = [...picked]
  const hits = state.list.data?.hits ?? []
  const items = ids.flatMap((id) => hits.find(({ item }) => item.id === id)?.item ?? [])
  const clear = () => onPick(new Set())
  const remove = () => {
    acts.bulk(ids, { act: 'remove' })
    clear()
  }
  return (
    <SelectionBar
      app={app}
      count={ids.length}
      onTag={(tag) => acts.bulk(ids, { act: 'tag', tag })}
      onMove={(to) => acts.bulk(ids, { act: 'move', to })}
      onRemove={remove}
      onClear={clear}
    >
      <Button
        size="small"
        look="ghost"
        disabled={items.length < 2}
        onClick={() => onView({ kind: 'merge', items })}
      >
        {t('memory.merge')}
      </Button>
    </SelectionBar>
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
        {
          kind: 'action',
          id: 'pairs',
          label: t('memory.pairs.open'),
          icon: 'alert',
          onSelect: () => onView({ kind: 'pairs' }),
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
