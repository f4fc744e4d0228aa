import type { MemoryItem } from '#shared/memory/memory.ts'
import type { MemoryPair } from '#shared/memory/pair.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { ItemHead, type Side, SideBySide } from '../items/SideBySide.tsx'
import type { MemoryParts } from '../memory-parts.ts'

type PairCardProps = Pick<MemoryParts, 'acts' | 'onChoose' | 'onView'> & {
  readonly pair: MemoryPair
  /** The card is about to go. */
  readonly onAnswer: () => void
}

/** Two memories side by side, and the ways to be done with the question: one goes, both become one, or both hold. */
export function PairCard({ pair, acts, onChoose, onView, onAnswer }: PairCardProps) {
  const t = useText()
  const { one, other, why } = pair
  const sideOf = (item: MemoryItem, gone: MemoryItem): Side => ({
    name: item.key,
    content: item.content,
    head: <ItemHead item={item} />,
    onOpen: () => onChoose(item.id),
    foot: (
      <Button
        size="small"
        aria-label={t('memory.pair.keepOf', { key: item.key, scope: t(`memory.scope.${item.scope.level}`) })}
        onClick={() => {
          onAnswer()
          acts.bulk([gone.id], { act: 'remove' })
        }}
      >
        {t('memory.keepThis')}
      </Button>
    ),
  })
  return (
    <section aria-label={t('memory.pair', { one: one.key, other: other.key })} className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-fg-3 text-xs">
        <Chip size="small" look={why === 'contradicts' ? 'warn' : 'plain'}>
          {t(`memory.pair.${why}`)}
        </Chip>
        {t(`memory.pair.${why}Hint`)}
      </p>
      <SideBySide left={sideOf(one, other)} right={sideOf(other, one)} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          size="small"
          look="ghost"
          onClick={() => {
            onAnswer()
            acts.bothHold(one.id, other.id)
          }}
        >
          {t('memory.pair.bothHold')}
        </Button>
        <Button size="small" onClick={() => onView({ kind: 'merge', items: [one, other] })}>
          {t('memory.pair.merge')}
        </Button>
      </div>
    </section>
  )
}
