import { Fragment, type ReactNode, useMemo, useRef } from 'react'
import { Group, Panel, type PanelImperativeHandle, Separator } from 'react-resizable-panels'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../base/class-names.ts'
import { remember, remembered } from '../base/remembered.ts'

export type Pane = {
  readonly id: string
  /** The accessible label of the adjacent resize handle. */
  readonly label: string
  /** In pixels. Without it the pane takes the rest. */
  readonly size?: { readonly min: number; readonly usual: number; readonly max: number }
  /** The least width of the pane that takes the rest. */
  readonly min?: number
  /** Gives its room to a detail where there is not enough for both. */
  readonly yields?: boolean
  readonly content: ReactNode
}

type PanesProps = {
  /** Sizes are remembered under this name. */
  readonly name: string
  readonly panes: readonly Pane[]
  readonly orientation?: 'horizontal' | 'vertical'
  readonly className?: string
}

/** Panes side by side. The lines between them can be dragged, moved with the arrow keys, and stay put. */
export function Panes({ name, panes, orientation = 'horizontal', className }: PanesProps) {
  const t = useText()
  const sizes = useMemo(() => remembered(`panes.${name}`), [name])
  const handles = useRef(new Map<string, PanelImperativeHandle>())
  const keep = (_layout: unknown, meta: { isUserInteraction: boolean }) => {
    if (!meta.isUserInteraction) return
    const fixed = panes.filter((pane) => pane.size !== undefined)
    const entries = fixed.map((pane) => [pane.id, handles.current.get(pane.id)?.getSize().inPixels ?? 0])
    remember(`panes.${name}`, Object.fromEntries(entries))
  }
  return (
    <Group
      orientation={orientation}
      onLayoutChanged={keep}
      resizeTargetMinimumSize={{ coarse: 24, fine: 8 }}
      className={className ?? ''}
    >
      {panes.map((pane, index) => (
        <Fragment key={pane.id}>
          {index === 0 ? null : (
            <Handle orientation={orientation} label={t('ui.resize', { pane: handleName(panes, index) })} />
          )}
          <Panel
            id={pane.id}
            panelRef={(handle) => {
              if (handle === null) handles.current.delete(pane.id)
              else handles.current.set(pane.id, handle)
            }}
            minSize={pane.size?.min ?? pane.min ?? 160}
            {...(pane.size === undefined
              ? {}
              : {
                  maxSize: pane.size.max,
                  defaultSize: sizes[pane.id] ?? pane.size.usual,
                  groupResizeBehavior: 'preserve-pixel-size' as const,
                })}
            className="flex min-h-0 min-w-0 flex-col"
          >
            {pane.content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  )
}

/** A handle is named for the side that has a size of its own. */
function handleName(panes: readonly Pane[], index: number): string {
  const before = panes[index - 1]
  const after = panes[index]
  return (before?.size === undefined ? after?.label : before.label) ?? ''
}

function Handle({ orientation, label }: { orientation: 'horizontal' | 'vertical'; label: string }) {
  return (
    <Separator
      aria-label={label}
      className={classNames(
        "relative z-(--z-sticky) shrink-0 bg-line outline-none before:absolute before:content-['']",
        'focus-visible:before:bg-focus data-[separator=active]:before:bg-line-control',
        'data-[separator=hover]:before:bg-line-strong',
        orientation === 'horizontal'
          ? 'before:-left-[1.5px] w-px before:inset-y-0 before:w-1'
          : 'before:-top-[1.5px] h-px before:inset-x-0 before:h-1',
      )}
    />
  )
}
