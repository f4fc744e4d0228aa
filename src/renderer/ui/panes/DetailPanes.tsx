import type { ReactNode } from 'react'
import { useText } from '../../messages/TextProvider.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { useMatches } from '../hooks/use-matches.ts'
import { Drawer } from './Drawer.tsx'
import { MovableContent, MovablePlace, useMovable } from './Movable.tsx'
import { PaneHead } from './PaneHead.tsx'
import { type Pane, Panes } from './Panes.tsx'

type DetailPanesProps = {
  readonly name: string
  readonly panes: readonly Pane[]
  readonly detail: {
    readonly label: string
    /** Whether there is something to show; a narrow window has room for the detail only then. */
    readonly open: boolean
    readonly onClose: () => void
    readonly content: ReactNode
    /** True when the content draws its own title and the way to send it away. */
    readonly headed?: boolean
  }
}

/**
 * Shows panes with a detail at the right. Below 1180 px the window makes room for it; below 960 px it
 * overlays the content. The detail is the same element everywhere, so its input survives resizing.
 */
export function DetailPanes({ name, panes, detail }: DetailPanesProps) {
  const wide = useMatches('(min-width: 1180px)')
  const roomy = useMatches('(min-width: 960px)')
  const movable = useMovable()
  const { label, open, onClose } = detail
  const beside: Pane = {
    id: 'detail',
    label,
    size: wide ? { min: 280, usual: 376, max: 520 } : { min: 280, usual: 320, max: 376 },
    content: <MovablePlace of={movable} />,
  }
  const isBeside = wide || (roomy && open)
  return (
    <div className="relative grid min-h-0 min-w-0">
      <Panes
        name={wide ? name : `${name}.narrow`}
        panes={isBeside ? [...(wide ? panes : panes.filter((pane) => !pane.yields)), beside] : panes}
        className="h-full"
      />
      {!roomy && open ? (
        <Drawer wide side="right" label={label} onClose={onClose}>
          <MovablePlace of={movable} />
        </Drawer>
      ) : null}
      <MovableContent of={movable} shown={isBeside || open} onEscape={wide ? null : onClose}>
        <Detail {...detail} closable={!wide} />
      </MovableContent>
    </div>
  )
}

type DetailProps = DetailPanesProps['detail'] & {
  /** Whether the person can close it when space is small. */
  readonly closable: boolean
}

function Detail({ label, content, onClose, headed = false, closable }: DetailProps) {
  const t = useText()
  return (
    <div className="flex h-full min-h-0 flex-col bg-side">
      {headed || !closable ? null : (
        <PaneHead title={label} ruled>
          <IconButton icon="x" size="small" label={t('ui.close')} onClick={onClose} />
        </PaneHead>
      )}
      <div className="min-h-0 flex-1">{content}</div>
    </div>
  )
}
