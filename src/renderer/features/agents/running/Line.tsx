import type { ReactNode } from 'react'
import type { Worked } from '#shared/run/worked.ts'
import type { Usage } from '#shared/session/message.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { spendingOf } from '../../../store/session-figures.ts'
import { classNames } from '../../../ui/base/class-names.ts'
import { useNumbers } from '../../../ui/base/numbers.ts'
import { Mark, type MarkState } from '../../../ui/controls/Mark.tsx'
import { WorkedClock } from '../../../ui/limits/WorkedClock.tsx'
import { Row } from '../../../ui/lists/Row.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'

type LineProps = {
  readonly mark: MarkState
  readonly title: string
  readonly about: ReactNode
  /** Whether it waits for the person, which is shown in the attention colour. */
  readonly asks?: boolean
  /** The working time as text or over all runs; null when unknown. */
  readonly time: string | Worked | null
  /** Token usage by model; null when unknown for one alone. */
  readonly used?: Readonly<Record<string, Usage>> | null
  readonly onOpen: () => void
}

/** Shows a row of a running or ended agent. A click opens it. */
export function Line({ mark, title, about, asks = false, time, used = null, onOpen }: LineProps) {
  // In a narrow list both are cut after a few letters.
  const whole = typeof about === 'string' ? `${title}\n${about}` : title
  return (
    <Row data-nav lines={2} tabIndex={-1} title={whole} onClick={onOpen} className="min-w-0">
      <Mark state={mark} />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium text-sm">
          <ForeignText text={title} prose />
        </span>
        <span className={classNames('figures block truncate text-xs', asks ? 'text-warn-fg' : 'text-fg-3')}>
          {about}
        </span>
      </span>
      <span className="figures shrink-0 text-right text-fg-3 text-xs">
        {time === null ? null : (
          <span className="block">{typeof time === 'string' ? time : <WorkedClock of={[time]} />}</span>
        )}
        {used === null ? null : <Tokens used={used} />}
      </span>
    </Row>
  )
}

/** Everything it has read and written. Nothing before its first answer. */
function Tokens({ used }: { used: Readonly<Record<string, Usage>> }) {
  const t = useText()
  const numbers = useNumbers()
  const { input, output } = spendingOf(used, [], undefined)
  if (input + output === 0) return null
  const tokens = numbers.short(input + output)
  return (
    <span className="block" title={t('teams.tokens', { tokens })}>
      {tokens}
    </span>
  )
}
