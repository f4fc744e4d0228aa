import { useRef } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import type { MemoryParts } from '../memory-parts.ts'
import { PairCard } from './PairCard.tsx'

/** All that contradicts or repeats each other, one pair after the other. */
export function PairsPanel(parts: MemoryParts) {
  const t = useText()
  const head = useRef<HTMLHeadingElement>(null)
  const { data, problem, reload } = parts.state.pairs
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid gap-1">
        <h2 ref={head} tabIndex={-1} className="font-semibold text-lg tracking-tight outline-none">
          {t('memory.pairs')}
        </h2>
        <p className="text-fg-3 text-sm">{t('memory.pairs.hint')}</p>
      </header>
      {problem === null ? null : <Failure message={problem} onRetry={reload} />}
      {data === null ? (
        problem === null ? (
          <Placeholder rows={4} rowHeight={96} />
        ) : null
      ) : data.pairs.length === 0 ? (
        <p className="text-fg-2 text-sm">{t('memory.pairs.none')}</p>
      ) : (
        <>
          {data.pairs.map((pair) => (
            <PairCard
              key={`${pair.one.id} ${pair.other.id}`}
              {...parts}
              pair={pair}
              // Keeps the keyboard focus in the list when a card disappears.
              onAnswer={() => head.current?.focus()}
            />
          ))}
          {data.total > data.pairs.length ? (
            <p className="text-fg-3 text-xs">
              {t('memory.pairs.more', { shown: data.pairs.length, all: data.total })}
            </p>
          ) : null}
        </>
      )}
    </div>
  )
}
