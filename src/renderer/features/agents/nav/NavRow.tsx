import type { ReactNode } from 'react'
import { Icon } from '../../../ui/base/Icon.tsx'
import type { IconName } from '../../../ui/base/icon-shapes.tsx'
import { Row } from '../../../ui/lists/Row.tsx'

type NavRowProps = {
  readonly icon: IconName
  readonly title: string
  /** Secondary text beside the title, if space allows. */
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
      <Row
        data-nav
        current={current}
        tabIndex={current ? 0 : -1}
        title={about === '' ? undefined : about}
        onClick={onClick}
      >
        <Icon name={icon} size="s" className={bad ? 'text-bad' : 'text-fg-3'} />
        <span className="max-w-[65%] shrink-0 truncate font-medium text-sm @max-[16rem]:max-w-none @max-[16rem]:shrink @max-[16rem]:grow">
          {title}
        </span>
        <span className="min-w-0 grow truncate text-fg-3 text-xs @max-[16rem]:hidden">{about}</span>
        <span className="figures shrink-0 whitespace-nowrap text-fg-3 text-xs">{end}</span>
      </Row>
    </li>
  )
}
