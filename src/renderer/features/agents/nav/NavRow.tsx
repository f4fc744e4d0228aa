import type { ReactNode } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import type { IconName } from '../../../ui/icon-shapes.tsx'
import { Row } from '../../../ui/Row.tsx'

type NavRowProps = {
  readonly icon: IconName
  readonly title: string
  /** Stands beside the title, quieter, and is cut first. */
  readonly about?: string
  /** Stands at the right end. */
  readonly end?: ReactNode
  readonly current?: boolean
  readonly bad?: boolean
  readonly onClick: () => void
}

/** A line of the list on the left. */
export function NavRow({ icon, title, about = '', end, current = false, bad = false, onClick }: NavRowProps) {
  return (
    <li>
      <Row data-nav current={current} tabIndex={current ? 0 : -1} onClick={onClick}>
        <Icon name={icon} size="s" className={bad ? 'text-bad' : 'text-fg-3'} />
        <span className="max-w-[65%] shrink-0 truncate font-medium text-sm">{title}</span>
        <span className="min-w-0 grow truncate text-fg-3 text-xs">{about}</span>
        <span className="figures shrink-0 whitespace-nowrap text-fg-3 text-xs">{end}</span>
      </Row>
    </li>
  )
}
