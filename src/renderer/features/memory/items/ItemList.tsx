import { type RefObject, useMemo } from 'react'
import type { MemoryId } from '#shared/ids.ts'
import type { MemoryHit, MemoryItem } from '#shared/memory/memory.ts'
import type { MemoryPair } from '#shared/memory/pair.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import type { MemoryParts } from '../memory-parts.ts'
import { Similarity } from '../Similarity.tsx'
import { type Entry, EntryList } from './EntryList.tsx'
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
  const against = useMemo(() => contradictedBy(state.pairs.data?.pairs ?? []), [state.pairs.data])
  const show = ({ item, score }: MemoryHit): Entry => ({
    title: item.key,
    scope: item.scope,
    updatedAt: item.updatedAt,
    text: item.content,
    foot: (
      <>
        <Icon name={sourceIcon(item)} size="xs" />
        <span className="min-w-0 truncate">{source(item)}</span>
        <span className="grow" />
        <Similarity meaning={score} />
        <Remark item={item} against={against.get(item.id) ?? null} />
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

/** Returns the contradicted memory of each item. */
function contradictedBy(pairs: readonly MemoryPair[]): ReadonlyMap<MemoryId, string> {
  return new Map(
    pairs
      .filter(({ why }) => why === 'contradicts')
      .flatMap(({ one, other }) => [
        [one.id, other.key],
        [other.id, one.key],
      ]),
  )
}

/** Shows the remark on an item: a contradiction, or its number of uses. */
function Remark({ item, against }: { readonly item: MemoryItem; readonly against: string | null }) {
  const t = useText()
  if (against === null) {
    return (
      <span className="whitespace-nowrap">
        {item.uses === 0 ? t('memory.notUsed') : t('memory.used', { count: item.uses })}
      </span>
    )
  }
  return (
    <span className="inline-flex min-w-0 items-center gap-1 text-warn-fg">
      <Icon name="alert" size="xs" />
      <span className="min-w-0 truncate">{t('memory.against', { key: against })}</span>
    </span>
  )
}
