import { useText } from '../../messages/TextProvider.tsx'
import { Meter } from './Meter.tsx'

type UseLineProps = {
  readonly used: number
  readonly warn: number | null
  readonly stop: number | null
  readonly words: (amount: number) => string
  /** The kind of usage, as a word. */
  readonly what: string
}

/** Shows usage relative to its limits; empty without limits. */
export function UseLine({ used, warn, stop, words, what }: UseLineProps) {
  const t = useText()
  const whole = stop ?? warn
  if (whole === null) return null
  const near = warn !== null && used >= warn
  const fill = stop !== null && used >= stop ? 'bad' : near ? 'warn' : 'data-1'
  const lines = [
    ...(warn === null ? [] : [t('chat.limits.warnsAt', { line: words(warn) })]),
    ...(stop === null ? [] : [t('chat.limits.stopsAt', { line: words(stop) })]),
  ].join(' · ')
  return (
    <div className="grid min-w-0 gap-1">
      <Meter
        label={`${what}: ${t('chat.usedOf', { used: words(used), whole: words(whole) })}`}
        parts={[{ key: 'used', share: used / whole, fill }]}
      />
      <p className="figures flex flex-wrap justify-between gap-x-2 text-fg-3 text-xs">
        <span className={near ? 'text-warn-fg' : ''}>
          {what} {words(used)}
        </span>
        <span>{lines}</span>
      </p>
    </div>
  )
}
