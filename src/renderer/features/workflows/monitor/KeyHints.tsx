import { useText } from '../../../messages/TextProvider.tsx'
import { SlotFill } from '../../../ui/base/Slot.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { Drawer } from '../../../ui/panes/Drawer.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'

type KeyHintsProps = {
  readonly open: boolean
  readonly wide: boolean
  readonly onToggle: (open: boolean) => void
}

/** Shows the keys of the monitor: the important ones in the status bar, all of them in a panel. */
export function KeyHints({ open, wide, onToggle }: KeyHintsProps) {
  const t = useText()
  return (
    <>
      {wide ? (
        <SlotFill name="status">
          <span className="flex items-center gap-1.5 whitespace-nowrap px-2 text-fg-3">
            {SHORT.map(({ key, name }) => (
              <span key={key} className="inline-flex items-center gap-1">
                <Kbd keys={[key]} /> {t(`workflows.keys.short.${name}`)}
              </span>
            ))}
          </span>
        </SlotFill>
      ) : null}
      {open ? (
        <Drawer side="right" label={t('workflows.keys')} onClose={() => onToggle(false)}>
          <PaneHead title={t('workflows.keys')} />
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 px-4 pb-4 text-sm">
            {ALL.map(({ keys, name }) => (
              <div key={name} className="contents">
                <dt>
                  <Kbd keys={keys} />
                </dt>
                <dd className="text-fg-2">{t(`workflows.keys.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </Drawer>
      ) : null}
    </>
  )
}

const SHORT = [
  { key: 'r', name: 'resume' },
  { key: 'x', name: 'stop' },
  { key: 'f', name: 'fork' },
  { key: '/', name: 'filter' },
  { key: '?', name: 'keys' },
] as const

const ALL = [
  { keys: ['Tab'], name: 'tabs' },
  { keys: ['←', '→'], name: 'panes' },
  { keys: ['↑', '↓'], name: 'rows' },
  { keys: ['Enter'], name: 'enter' },
  { keys: ['r'], name: 'resume' },
  { keys: ['p'], name: 'pause' },
  { keys: ['x'], name: 'stop' },
  { keys: ['f'], name: 'fork' },
  { keys: ['c'], name: 'compare' },
  { keys: ['n'], name: 'launch' },
  { keys: ['/'], name: 'filter' },
  { keys: ['?'], name: 'help' },
  { keys: ['F6'], name: 'next' },
] as const
