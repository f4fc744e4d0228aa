import type { ReactNode } from 'react'
import { Drawer } from './Drawer.tsx'
import { type Pane, Panes } from './Panes.tsx'
import { useMatches } from './use-matches.ts'

type DetailPanesProps = {
  readonly name: string
  readonly panes: readonly Pane[]
  readonly detail: {
    readonly label: string
    /** Whether there is something to show; a narrow window opens it as a drawer. */
    readonly open: boolean
    readonly onClose: () => void
    readonly content: ReactNode
  }
}

/** Panes with a detail at the right. A window under 1180 px shows the detail over the work instead. */
export function DetailPanes({ name, panes, detail }: DetailPanesProps) {
  const wide = useMatches('(min-width: 1180px)')
  const { label, open, onClose, content } = detail
  const beside: Pane = { id: 'detail', label, size: { min: 280, usual: 376, max: 520 }, content }
  return (
    <div className="relative grid min-h-0 min-w-0">
      <Panes
        name={wide ? name : `${name}.narrow`}
        panes={wide ? [...panes, beside] : panes}
        className="h-full"
      />
      {!wide && open ? (
        <Drawer wide side="right" label={label} onClose={onClose}>
          {content}
        </Drawer>
      ) : null}
    </div>
  )
}
