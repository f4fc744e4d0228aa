import { useCallback } from 'react'
import { useStore } from 'zustand'
import type { MemoryItem } from '#shared/memory/memory.ts'
import { problemOf } from '../../api.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { useAsked } from '../../ui/asked.ts'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import type { MemoryParts } from './memory-parts.ts'
import { Section } from './Section.tsx'
import { SideBySide } from './SideBySide.tsx'

type ContradictionsProps = MemoryParts & { readonly item: MemoryItem }

const MOST = 500

/**
 * What says something else where both are seen, beside this item: under the same key, and, where meanings are
 * compared, under another one. Nothing when nothing does.
 */
export function Contradictions(props: ContradictionsProps) {
  const { item, api, app } = props
  const t = useText()
  const changes = useStore(app.store, (state) => state.memoryChanges)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change in memory is the reason to ask again
  const ask = useCallback(async () => {
    const [named, alike] = await Promise.all([
      api.call('memory.list', { filter: { contradicting: true }, limit: MOST, offset: 0 }),
      api.call('memory.alike', { id: item.id }),
    ])
    return { named: named.hits.map((hit) => hit.item), alike }
  }, [api, item.id, changes])
  const { data, problem, ask: again } = useAsked(ask, (error) => problemOf(error).message)
  if (problem !== null) return <Failure message={problem} onRetry={again} />
  const named = (data?.named ?? []).filter((other) => contradicts(other, item))
  const alike = (data?.alike ?? []).filter(
    ({ id }) => id !== item.id && !named.some((each) => each.id === id),
  )
  return (
    <>
      <Others {...props} title={t('memory.contradicts')} hint={t('memory.contradictsHint')} others={named} />
      <Others {...props} title={t('memory.alike')} hint={t('memory.alikeHint')} others={alike} />
    </>
  )
}

type OthersProps = ContradictionsProps & {
  readonly title: string
  readonly hint: string
  readonly others: readonly MemoryItem[]
}

function Others({ item, acts, onChoose, title, hint, others }: OthersProps) {
  const t = useText()
  if (others.length === 0) return null
  const keep = (kept: MemoryItem, gone: MemoryItem) => {
    acts.bulk([gone.id], { act: 'remove' })
    onChoose(kept.id)
  }
  return (
    <Section title={title} hint={hint}>
      {others.map((other) => (
        <div key={other.id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <SideBySide
            old={other}
            fresh={{ title: t('memory.thisOne'), key: item.key, content: item.content }}
            onOpen={onChoose}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button size="small" onClick={() => keep(other, item)}>
              {t('memory.keepOther')}
            </Button>
            <Button size="small" onClick={() => keep(item, other)}>
              {t('memory.keepThis')}
            </Button>
          </div>
        </div>
      ))}
    </Section>
  )
}

function contradicts(other: MemoryItem, item: MemoryItem): boolean {
  return (
    other.id !== item.id &&
    other.key.toLowerCase() === item.key.toLowerCase() &&
    other.content !== item.content &&
    (other.scope.level === 'user') !== (item.scope.level === 'user')
  )
}
