import type { MemoryItem } from '#shared/memory/memory.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import type { MemoryParts } from '../memory-parts.ts'
import { Section } from '../Section.tsx'
import { PairCard } from './PairCard.tsx'
import { usePairs } from './use-pairs.ts'

/** Shows the contradictions and duplicates of this memory; empty without any. */
export function PairsOf({ item, ...parts }: MemoryParts & { readonly item: MemoryItem }) {
  const t = useText()
  const { data, problem, reload } = usePairs(item.id)
  if (problem !== null) return <Failure message={problem} onRetry={reload} />
  if (data === null || data.pairs.length === 0) return null
  return (
    <Section title={t('memory.pairs')}>
      {data.pairs.map((pair) => (
        <PairCard
          key={`${pair.one.id} ${pair.other.id}`}
          {...parts}
          pair={pair}
          onAnswer={() => parts.onChoose(null)}
        />
      ))}
    </Section>
  )
}
