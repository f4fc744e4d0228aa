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

/** What says something else under the same key where both are seen, beside this item; nothing when nothing does. */
export function Contradictions({ item, api, app, acts, onChoose }: ContradictionsProps) {
  const t = useText()
  const changes = useStore(app.store, (state) => state.memoryChanges)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change in memory is the reason to ask again
  const ask = useCallback(
    () => api.call('memory.list', { filter: { contradicting: true }, limit: MOST, offset: 0 }),
    [api, changes],
  )
  const { data, problem, ask: again } = useAsked(ask, (error) => problemOf(error).message)
  if (problem !== null) return <Failure message={problem} onRetry={again} />
  const others = (data?.hits ?? []).map((hit) => hit.item).filter((other) => contradicts(other, item))
  if (others.length === 0) return null
  const keep = (kept: MemoryItem, gone: MemoryItem) => {
    acts.bulk([gone.id], { act: 'remove' })
    onChoose(kept.id)
  }
  return (
    <Section title={t('memory.contradicts')} hint={t('memory.contradictsHint')}>
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
