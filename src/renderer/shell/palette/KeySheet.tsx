import { type KeyAction, type KeyBindings, keyParts } from '#shared/keys/key-actions.ts'
import type { MessageKey } from '../../messages/catalogues.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppState } from '../../store/app-state.ts'
import { isMac } from '../../ui/base/command-key.ts'
import { Kbd } from '../../ui/controls/Kbd.tsx'
import { Dialog } from '../../ui/panes/Dialog.tsx'

type KeySheetProps = { readonly keys: AppState['keys']; readonly onClose: () => void }

/** The list of every key that works in the window and in a chat. */
export function KeySheet({ keys, onClose }: KeySheetProps) {
  const t = useText()
  const { bindings, clashes } = keys
  const { everywhere, chat, message } = groupsOf(bindings)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('keys.title')}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-190"
    >
      {clashes.map(({ key, has, lost }) => (
        <p key={`${key} ${lost}`} role="alert" className="px-5 pb-2 text-sm text-warn-fg">
          {t('keys.clash', {
            key: keyParts(key)
              .join(' ')
              .replace('Mod', isMac() ? '⌘' : 'Ctrl'),
            has: t(NAMES[has]),
            lost: t(NAMES[lost]),
          })}
        </p>
      ))}
      <div className="grid min-h-0 gap-x-8 gap-y-5 overflow-y-auto px-5 pb-5 min-[720px]:grid-cols-2">
        <Group group="everywhere" rows={everywhere} />
        <div className="grid content-start gap-5">
          <Group group="chat" rows={chat} />
          <Group group="message" rows={message} />
        </div>
      </div>
    </Dialog>
  )
}

type GroupProps = { readonly group: 'everywhere' | 'chat' | 'message'; readonly rows: readonly Row[] }

function Group({ group, rows }: GroupProps) {
  const t = useText()
  return (
    <section aria-label={t(`keys.group.${group}`)}>
      <h3 className="pb-1.5 font-semibold text-fg-3 text-xs">{t(`keys.group.${group}`)}</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-2 text-sm">
        {rows.map(({ name, keys }) => (
          <div key={name} className="contents">
            <dt className="text-fg-2">{t(NAMES[name])}</dt>
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

type Row = { readonly name: keyof typeof NAMES; readonly keys: readonly (readonly string[])[] }

/** The rows of each group. Each row lists one or more combinations that do the same. */
function groupsOf(bindings: KeyBindings) {
  const of = (name: KeyAction & keyof typeof NAMES, ...more: readonly (readonly string[])[]): Row => {
    const key = bindings[name]
    return { name, keys: [...(key === null ? [] : [keyParts(key)]), ...more] }
  }
  const everywhere: readonly Row[] = [
    ...[of('palette'), of('actions'), of('newChat'), of('addProject')],
    { name: 'window', keys: [['Mod', 'Shift', 'N']] },
    ...[of('chat'), of('workflows'), of('agents'), of('memory'), of('vault'), of('settings', ['Mod', '6'])],
    ...[of('changes'), of('files'), of('goToFile'), of('findInFiles'), of('findAll'), of('background')],
    ...[of('terminals'), of('newTerminal')],
    { name: 'pane', keys: [['F6']] },
    of('sheet', ['F1']),
  ]
  const chat: readonly Row[] = [
    of('sidebar'),
    { name: 'find', keys: [['Mod', 'F']] },
    { name: 'findNext', keys: [['F3']] },
    of('branches'),
    of('beside'),
    { name: 'allow', keys: [['Mod', 'Enter']] },
    { name: 'deny', keys: [['Mod', 'Shift', 'Backspace']] },
  ]
  const message: readonly Row[] = [
    { name: 'send', keys: [['Enter']] },
    { name: 'line', keys: [['Shift', 'Enter']] },
    { name: 'queue', keys: [['Alt', 'Enter']] },
    { name: 'stop', keys: [['Esc']] },
    { name: 'last', keys: [['↑']] },
    { name: 'searchSent', keys: [['Ctrl', 'R']] },
    { name: 'mode', keys: [['Shift', 'Tab']] },
    { name: 'agent', keys: [['Tab']] },
  ]
  return { everywhere, chat, message }
}

const NAMES = {
  palette: 'keys.palette',
  actions: 'keys.actions',
  newChat: 'keys.newChat',
  addProject: 'keys.add',
  window: 'keys.window',
  chat: 'shell.chat',
  workflows: 'shell.workflows',
  agents: 'shell.agents',
  memory: 'shell.memory',
  vault: 'shell.vault',
  settings: 'keys.settings',
  changes: 'keys.changes',
  files: 'keys.files',
  goToFile: 'keys.goToFile',
  findInFiles: 'keys.findInFiles',
  findAll: 'keys.findAll',
  background: 'keys.background',
  terminals: 'keys.terminals',
  newTerminal: 'keys.newTerminal',
  pane: 'keys.pane',
  sheet: 'keys.sheet',
  sidebar: 'keys.sidebar',
  find: 'keys.find',
  findNext: 'keys.findNext',
  branches: 'keys.branches',
  beside: 'keys.beside',
  allow: 'keys.allow',
  deny: 'keys.deny',
  send: 'keys.send',
  line: 'keys.line',
  queue: 'keys.queue',
  stop: 'keys.stop',
  last: 'keys.last',
  searchSent: 'keys.searchSent',
  mode: 'keys.mode',
  agent: 'keys.agent',
} as const satisfies Readonly<Record<string, MessageKey>>
