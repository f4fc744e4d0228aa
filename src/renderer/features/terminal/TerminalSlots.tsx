import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { WorktreeId } from '#shared/ids.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { placeIn, type TerminalsStore } from '../../store/terminals-store.ts'
import { Icon } from '../../ui/base/Icon.tsx'
import { SlotFill } from '../../ui/base/Slot.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'

type TerminalSlotsProps = {
  readonly app: AppStore
  readonly terminals: TerminalsStore
  readonly worktreeId: WorktreeId | null
}

/** The button of the terminal panel in the title bar, and the number of terminals in the status line. */
export function TerminalSlots({ app, terminals, worktreeId }: TerminalSlotsProps) {
  const t = useText()
  const projectId = useStore(app.store, (state) => state.openProject)
  const isShown = useStore(terminals.store, (state) => state.isShown)
  const running = useStore(
    terminals.store,
    ({ list }) => (list ?? []).filter(({ ended }) => ended === null).length,
  )
  useEffect(() => terminals.view(placeIn(projectId, worktreeId)), [terminals, projectId, worktreeId])
  return (
    <>
      <SlotFill name="title-actions">
        <IconButton
          icon="panel-bottom"
          label={t('terminal.panel')}
          aria-keyshortcuts="Control+`"
          pressed={isShown}
          onClick={() => app.attempt(terminals.toggle(placeIn(projectId, worktreeId)))}
        />
      </SlotFill>
      {running === 0 ? null : (
        <SlotFill name="status">
          <span className="flex items-center gap-1.5 whitespace-nowrap px-2">
            <Icon name="terminal" size="xs" />
            {t('terminal.count', { count: running })}
          </span>
        </SlotFill>
      )}
    </>
  )
}
