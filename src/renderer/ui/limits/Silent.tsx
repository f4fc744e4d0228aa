import { useText } from '../../messages/TextProvider.tsx'
import { clockText, useNow, useTimeText } from '../base/time.ts'

type Silence = {
  /** When something was last heard. */
  readonly since: number
  /** Maximum silence before the agent is stopped, in milliseconds. */
  readonly limitMs: number
}

/** Shows how long an agent has been silent, and the limit. Ticks while visible. */
export function SilentFor({ since, limitMs }: Silence) {
  const t = useText()
  const now = useNow(1_000)
  return (
    <span className="figures text-warn-fg">
      {t('ui.silent', { time: clockText(Math.max(0, now - since)), limit: clockText(limitMs) })}
    </span>
  )
}

type SilentProps = {
  readonly quiet: Silence
  /** The tool it was last heard with; null when its model was to speak. */
  readonly doing: { readonly what: string; readonly since: number } | null
}

/** The same of an agent, with what it has been at, and since when. */
export function Silent({ quiet, doing }: SilentProps) {
  const t = useText()
  const time = useTimeText()
  return (
    <>
      <SilentFor {...quiet} />
      {' · '}
      {doing === null
        ? t('ui.silent.model')
        : t('ui.silent.at', { what: doing.what, time: time(doing.since) })}
    </>
  )
}
