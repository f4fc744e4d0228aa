import type { RefObject } from 'react'
import type { MemoryHit } from '#shared/memory/memory.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ByMeaning } from './ByMeaning.tsx'
import { type Entry, EntryList } from './EntryList.tsx'
import type { MemoryParts } from './memory-parts.ts'
import { sourceIcon, useSourceText } from './source-text.ts'

type ItemListProps = MemoryParts & {
  readonly hits: readonly MemoryHit[]
  readonly search: string
  readonly listRef: RefObject<HTMLDivElement | null>
}

/** The memories that were found. */
export function ItemList({ hits, acts, state, picked, onPick, ...parts }: ItemListProps) {
  const t = useText()
  const source = useSourceText()
  const show = ({ item, score }: MemoryHit): Entry => ({
    ...{ title: item.key, scope: item.scope, updatedAt: item.updatedAt, text: item.content },
    foot: (
      <>
        <Icon name={sourceIcon(item)} size="xs" />
        <span className="min-w-0 truncate">{source(item)}</span>
        <span className="grow" />
        <ByMeaning meaning={score} />
        <span className="whitespace-nowrap">
          {item.uses === 0 ? t('memory.notUsed') : t('memory.used', { count: item.uses })}
        </span>
      </>
    ),
  })
  return (
    <EntryList
      {...parts}
      label={t('memory.list')}
      found={hits}
      idOf={({ item }) => item.id}
      show={show}
      picking={{ picked, onPick, onRemove: (id) => acts.bulk([id], { act: 'remove' }) }}
      more={state.more}
    />
  )
}
