import type { ReactNode } from 'react'
import { useMatches } from '../../ui/hooks/use-matches.ts'
import { Panes } from '../../ui/panes/Panes.tsx'
import { OtherPlaces } from './filters/OtherPlaces.tsx'
import { type MemoryPlace, PlaceSwitch } from './filters/PlaceSwitch.tsx'
import type { MemoryProps } from './memory-props.ts'

type KeptPanesProps = Pick<MemoryProps, 'api' | 'app'> & {
  readonly place: MemoryPlace
  readonly onPlace: (place: MemoryPlace) => void
  /** Accessible labels of the panes. */
  readonly labels: { readonly filters: string; readonly items: string; readonly detail: string }
  /** Renders the filters. It gets the links to the other kinds. */
  readonly filters: (others: ReactNode) => ReactNode
  /** Below what the list can be narrowed by. */
  readonly foot: string
  /** The list. It is handed the same ways where there is no room for the filters. */
  readonly items: (places: ReactNode) => ReactNode
  readonly detail: ReactNode
}

/** Shows one kind of stored knowledge: filters, list and detail. */
export function KeptPanes({
  api,
  app,
  place,
  onPlace,
  labels,
  filters,
  foot,
  items,
  detail,
}: KeptPanesProps) {
  const roomy = useMatches('(min-width: 900px)')
  const wide = useMatches('(min-width: 1200px)')
  const narrowing = (
    <aside aria-label={labels.filters} data-pane className="pane flex h-full flex-col bg-side">
      <div className="min-h-0 flex-1 overflow-auto p-2">
        {filters(<OtherPlaces api={api} app={app} place={place} onPlace={onPlace} />)}
      </div>
      <p className="border-line border-t px-4 py-3 text-fg-3 text-xs">{foot}</p>
    </aside>
  )
  const whole = (
    <section aria-label={labels.detail} data-pane className="pane h-full overflow-auto bg-canvas">
      <div className="max-w-190 px-8 pt-5 pb-6 max-wide:px-5">{detail}</div>
    </section>
  )
  return (
    <Panes
      name={roomy ? 'memory' : 'memory.narrow'}
      className="h-full"
      panes={[
        ...(roomy
          ? [
              {
                id: 'filters',
                label: labels.filters,
                size: { min: 160, usual: 216, max: 280 },
                content: narrowing,
              },
            ]
          : []),
        {
          id: 'items',
          label: labels.items,
          size: { min: 280, usual: wide ? 440 : 360, max: 560 },
          content: items(roomy ? null : <PlaceSwitch place={place} onPlace={onPlace} />),
        },
        { id: 'detail', label: labels.detail, min: roomy ? 360 : 300, content: whole },
      ]}
    />
  )
}
