import type { TerminalId } from '#shared/ids.ts'
import type { Terminal } from '#shared/terminal/terminal.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { Icon } from '../../ui/base/Icon.tsx'
import { useRoving } from '../../ui/hooks/roving.ts'
import { ForeignText } from '../../ui/text/ForeignText.tsx'

type TerminalTabsProps = {
  readonly terminals: readonly Terminal[]
  readonly open: TerminalId | null
  readonly onSelect: (id: TerminalId) => void
  readonly onClose: (terminal: Terminal) => void
}

/** The tabs of the terminals of a project. Delete or the middle button closes one. */
export function TerminalTabs({ terminals, open, onSelect, onClose }: TerminalTabsProps) {
  const t = useText()
  const roving = useRoving('[role="tab"]', 'across')
  return (
    <div
      role="tablist"
      aria-label={t('terminal.tabs')}
      onKeyDown={roving}
      className="flex min-w-0 items-stretch overflow-x-auto"
    >
      {terminals.map((terminal) => (
        <button
          key={terminal.id}
          type="button"
          role="tab"
          aria-selected={terminal.id === open}
          tabIndex={terminal.id === open ? 0 : -1}
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
            terminal.id === open
              ? 'font-medium shadow-[inset_0_-2px_0_var(--color-accent)]'
              : 'text-fg-2 hover:text-fg',
          )}
        >
          <Icon name="terminal" size="s" className="text-fg-3" />
          {t('terminal.name', { number: terminal.number })}
          {terminal.branch === null ? null : (
            <span className="max-w-40 truncate text-fg-3 text-xs">
              <ForeignText text={terminal.branch} />
            </span>
          )}
          <span className="text-fg-3 text-xs">
            {terminal.ended === null ? terminal.shell : t('terminal.endedShort')}
          </span>
        </button>
      ))}
    </div>
  )
}
