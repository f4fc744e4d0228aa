import type { ReactNode } from 'react'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import type { IconName } from '../../../ui/base/icon-shapes.tsx'
import { useRoving } from '../../../ui/hooks/roving.ts'

type FacetsProps = { readonly label: string; readonly titled?: boolean; readonly children: ReactNode }

/** A group of what a list can be narrowed by. */
export function Facets({ label, titled = true, children }: FacetsProps) {
  const keys = useRoving('[role="option"]')
  return (
    <>
      {titled ? <h3 className="px-2 pt-3 pb-1 font-medium text-fg-3 text-xs">{label}</h3> : null}
      <div role="listbox" aria-label={label} onKeyDown={keys} tabIndex={-1}>
        {children}
      </div>
    </>
  )
}

type FacetProps = {
  readonly icon?: IconName
  readonly on: boolean
  readonly count?: number | undefined
  readonly onPick: () => void
  readonly children: string
}

/** One way to narrow a list, with how much is left then. */
export function Facet({ icon, on, count, onPick, children }: FacetProps) {
  return (
    <button
      type="button"
      role="option"
      aria-selected={on}
      title={children}
      onClick={onPick}
      className={classNames(
        'flex min-h-(--h-row) w-full items-center gap-2 rounded-sm px-2 text-left text-fg-2 text-sm',
        'hover:bg-hover aria-selected:bg-select aria-selected:text-fg',
      )}
    >
      {icon === undefined ? null : <Icon name={icon} size="s" className="text-fg-3" />}
      <span className="min-w-0 truncate">{children}</span>
      <span className="figures ml-auto pl-1 text-fg-3 text-xs">{count}</span>
    </button>
  )
}
