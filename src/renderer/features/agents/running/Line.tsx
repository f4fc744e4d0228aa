import { Mark, type MarkState } from '../../../ui/Mark.tsx'
import { Row } from '../../../ui/Row.tsx'

type LineProps = {
  readonly mark: MarkState
  readonly title: string
  readonly about: string
  readonly time: string | null
  readonly onOpen: () => void
}

/** Somebody at work, or who was. A click leads there. */
export function Line({ mark, title, about, time, onOpen }: LineProps) {
  return (
    <Row data-nav lines={2} tabIndex={-1} onClick={onOpen} className="min-w-0">
      <Mark state={mark} />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium text-sm">{title}</span>
        <span className="figures block truncate text-fg-3 text-xs">{about}</span>
      </span>
      {time === null ? null : <span className="figures text-fg-3 text-xs">{time}</span>}
    </Row>
  )
}
