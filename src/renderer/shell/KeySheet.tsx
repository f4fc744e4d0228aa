import { useText } from '../messages/TextProvider.tsx'
import { Kbd } from '../ui/controls/Kbd.tsx'
import { Dialog } from '../ui/panes/Dialog.tsx'

/** The list of every key that works in the window and in a chat. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('keys.title')}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-190"
    >
      <div className="grid min-h-0 gap-x-8 gap-y-5 overflow-y-auto px-5 pb-5 min-[720px]:grid-cols-2">
        <Group group="everywhere" />
        <div className="grid content-start gap-5">
          <Group group="chat" />
          <Group group="message" />
        </div>
      </div>
    </Dialog>
  )
}

function Group({ group }: { readonly group: keyof typeof GROUPS }) {
  const t = useText()
  return (
    <section aria-label={t(`keys.group.${group}`)}>
      <h3 className="pb-1.5 font-semibold text-fg-3 text-xs">{t(`keys.group.${group}`)}</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-2 text-sm">
        {GROUPS[group].map(({ name, keys }) => (
          <div key={name} className="contents">
            <dt className="text-fg-2">{t(`keys.${name}`)}</dt>
            <dd className="flex items-center justify-end gap-2">
              {keys.map((each) => (
                <span key={each.join(' ')}>
                  <Kbd keys={each} />
                  <span className="unseen">{each.join(' ').replace('Mod', 'Ctrl')}</span>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Each line lists one or more combinations that do the same. */
const GROUPS = {
  everywhere: [
    { name: 'palette', keys: [['Mod', 'K']] },
    { name: 'actions', keys: [['Mod', 'Shift', 'P']] },
    { name: 'newChat', keys: [['Mod', 'N']] },
    { name: 'add', keys: [['Mod', 'O']] },
    { name: 'window', keys: [['Mod', 'Shift', 'N']] },
    { name: 'screens', keys: [['Mod', '1…6']] },
    { name: 'settings', keys: [['Mod', ',']] },
    { name: 'changes', keys: [['Mod', 'Shift', 'G']] },
    { name: 'findAll', keys: [['Mod', 'Shift', 'F']] },
    { name: 'background', keys: [['Shift', '↓']] },
    { name: 'terminals', keys: [['Ctrl', '`']] },
    { name: 'newTerminal', keys: [['Ctrl', 'Shift', '`']] },
    { name: 'pane', keys: [['F6']] },
    { name: 'sheet', keys: [['Mod', '/'], ['F1']] },
  ],
  chat: [
    { name: 'sidebar', keys: [['Mod', 'B']] },
    { name: 'find', keys: [['Mod', 'F']] },
    { name: 'findNext', keys: [['F3']] },
    { name: 'branches', keys: [['Mod', 'Shift', 'B']] },
    { name: 'allow', keys: [['Mod', 'Enter']] },
    { name: 'deny', keys: [['Mod', 'Shift', 'Backspace']] },
  ],
  message: [
    { name: 'send', keys: [['Enter']] },
    { name: 'line', keys: [['Shift', 'Enter']] },
    { name: 'queue', keys: [['Alt', 'Enter']] },
    { name: 'stop', keys: [['Esc']] },
    { name: 'last', keys: [['↑']] },
    { name: 'searchSent', keys: [['Ctrl', 'R']] },
    { name: 'mode', keys: [['Shift', 'Tab']] },
    { name: 'agent', keys: [['Tab']] },
  ],
} as const
