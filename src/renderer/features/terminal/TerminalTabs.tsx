import { Fragment } from 'react'
import type { TerminalId } from '#shared/ids.ts'
import type { Terminal } from '#shared/terminal/terminal.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { TerminalGroup } from '../../store/terminals-store.ts'
import { classNames } from '../../ui/base/class-names.ts'
import { Icon } from '../../ui/base/Icon.tsx'
import { useRoving } from '../../ui/hooks/roving.ts'
import { ForeignText } from '../../ui/text/ForeignText.tsx'

type TabActs = {
  readonly onSelect: (id: TerminalId) => void
  readonly onClose: (terminal: Terminal) => void
}

type TerminalTabsProps = TabActs & {
  readonly groups: readonly TerminalGroup[]
  readonly open: TerminalId | null
}

/**
 * The tabs of the terminals of a project, by folder. The name of a worktree stands before its tabs. Delete or the
 * middle button closes a terminal.
 */
export function TerminalTabs({ groups, open, ...acts }: TerminalTabsProps) {
  const t = useText()
  const roving = useRoving('[role="tab"]', 'across')
  // Without worktrees all tabs have the same folder, which needs no name.
  const isNamed = groups.some(({ worktreeId }) => worktreeId !== null)
  return (
    <div
      role="tablist"
      aria-label={t('terminal.tabs')}
      onKeyDown={roving}
      className="flex min-w-0 items-stretch overflow-x-auto"
    >
      {groups.map(({ worktreeId, branch, terminals }, index) => (
        <Fragment key={worktreeId ?? ''}>
          {isNamed ? <GroupName branch={branch} isFirst={index === 0} /> : null}
          {terminals.map((terminal) => (
            <TerminalTab key={terminal.id} terminal={terminal} isOpen={terminal.id === open} {...acts} />
          ))}
        </Fragment>
      ))}
    </div>
  )
}

/** The name of a folder before its tabs. Screen readers hear it with each tab instead. */
function GroupName({ branch, isFirst }: { readonly branch: string | null; readonly isFirst: boolean }) {
  const t = useText()
  return (
    <span
      aria-hidden
      title={branch ?? t('terminal.projectFolder')}
      className={classNames(
        'flex shrink-0 items-center gap-1.5 pr-1 pl-3 text-fg-3 text-xs',
        isFirst ? '' : 'ml-2 before:mr-3 before:h-4 before:w-px before:bg-line-strong',
      )}
    >
      <Icon name={branch === null ? 'folder' : 'worktree'} size="xs" />
      <span className="max-w-40 truncate">
        {branch === null ? t('terminal.projectFolder') : <ForeignText text={branch} />}
      </span>
    </span>
  )
}

type TerminalTabProps = TabActs & { readonly terminal: Terminal; readonly isOpen: boolean }

function TerminalTab({ terminal, isOpen, onSelect, onClose }: TerminalTabProps) {
  const t = useText()
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isOpen}
      tabIndex={isOpen ? 0 : -1}
      title={terminal.folder}
      onClick={() => onSelect(terminal.id)}
      onAuxClick={(event) => {
        if (event.button === 1) onClose(terminal)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Delete') onClose(terminal)
      }}
      className={classNames(
        'flex shrink-0 items-center gap-1.5 px-3 text-sm',
        isOpen ? 'font-medium shadow-[inset_0_-2px_0_var(--color-accent)]' : 'text-fg-2 hover:text-fg',
      )}
    >
      <Icon name="terminal" size="s" className="text-fg-3" />
      {t('terminal.name', { number: terminal.number })}
      <span className="text-fg-3 text-xs">
        {terminal.ended === null ? terminal.shell : t('terminal.endedShort')}
      </span>
      {terminal.branch === null ? null : (
        <span className="sr-only">
          <ForeignText text={terminal.branch} />
        </span>
      )}
    </button>
  )
}
