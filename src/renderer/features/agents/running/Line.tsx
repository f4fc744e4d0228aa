import { classNames } from '../../../ui/class-names.ts'
import { Mark, type MarkState } from '../../../ui/Mark.tsx'
import { Row } from '../../../ui/Row.tsx'

type LineProps = {
  readonly mark: MarkState
  readonly title: string
  readonly about: string
  /** Somebody waits for the person, and says so in the colour of asking. */
  readonly asks?: boolean
  readonly time: string | null
  readonly onOpen: () => void
}

/** Somebody at work, or who was. A click leads there. */
export function Line({ mark, title, about, asks = false, time, onOpen }: LineProps) {
  return (
    <Row data-nav lines={2} tabIndex={-1} onClick={onOpen} className="min-w-0">
      <Mark state={mark} />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium text-sm">{title}</span>
        <span className={classNames('figures block truncate text-xs', asks ? 'text-warn-fg' : 'text-fg-3')}>
          {about}
        </span>
      </span>
      {time === null ? null : <span className="figures text-fg-3 text-xs">{time}</span>}
    </Row>
  )
}
