import type { SessionId } from '#shared/ids.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { LegendKey } from '../../../ui/limits/Meter.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { type ContextCell, contextCells } from './context-cells.ts'
import { CONTEXT_PARTS } from './context-parts.ts'

const FILLS: Readonly<Record<ContextCell, string>> = {
  instructions: 'bg-data-6',
  memory: 'bg-data-4',
  messages: 'bg-data-1',
  toolOutput: 'bg-data-2',
  attachments: 'bg-data-3',
  free: 'bg-track',
  reserve: 'bg-track inset-ring inset-ring-line-strong',
}

/** Shows the next request of the chat as a grid over the window of its model. */
export function ContextGrid({ sessionId }: { readonly sessionId: SessionId }) {
  const t = useText()
  const numbers = useNumbers()
  const { data, problem, state, reload } = useQuery('context.report', { sessionId, when: 'next' })
  if (problem !== null) return <Failure message={problem} onRetry={reload} />
  if (data === null) return state === 'loaded' ? null : <Placeholder rows={4} rowHeight={20} />
  const { breakdown, total, reserve } = data
  const share = (tokens: number) => numbers.percent(tokens / Math.max(1, breakdown.window))
  const free = Math.max(0, breakdown.window - total - reserve)
  const rest = [
    { name: t('contexts.grid.free'), tokens: free, cell: 'free' },
    { name: t('contexts.grid.reserve'), tokens: reserve, cell: 'reserve' },
  ] as const
  return (
    <section aria-label={t('contexts.grid')} className="grid grid-cols-[auto_minmax(0,1fr)] gap-5">
      <span
        role="img"
        aria-label={t('chat.contextUsed', { percent: share(total) })}
        className="grid grid-cols-[repeat(20,0.75rem)] content-start gap-0.5"
      >
        {contextCells(breakdown, reserve).map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place in the grid
          <span key={index} className={classNames('size-3 rounded-[2px]', FILLS[cell])} />
        ))}
      </span>
      <div className="grid min-w-0 content-start gap-2">
        <p className="figures font-medium">
          {t('context.sizeOf', { total: numbers.whole(total), usable: numbers.whole(data.usable) })}
        </p>
        <ul className="grid gap-1 text-fg-2 text-sm">
          {CONTEXT_PARTS.map(({ part, fill }) => (
            <li key={part} className="flex items-center gap-2">
              <LegendKey fill={fill} />
              <span className="truncate">{t(`chat.context.${part}`)}</span>
              <Figure tokens={numbers.short(breakdown[part])} share={share(breakdown[part])} />
            </li>
          ))}
          {rest.map(({ name, tokens, cell }) => (
            <li key={cell} className="flex items-center gap-2">
              <span aria-hidden="true" className={classNames('size-2 shrink-0 rounded-[2px]', FILLS[cell])} />
              <span className="truncate">{name}</span>
              <Figure tokens={numbers.short(tokens)} share={share(tokens)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Figure({ tokens, share }: { readonly tokens: string; readonly share: string }) {
  return (
    <span className="figures ml-auto flex gap-3 text-fg-3 text-xs">
      <span>{tokens}</span>
      <span className="w-10 text-right">{share}</span>
    </span>
  )
}
