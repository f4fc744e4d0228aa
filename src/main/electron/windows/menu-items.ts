import { KEY_ACTIONS, type KeyAction, type KeyBindings, type KeyMenu } from '#shared/keys/key-actions.ts'
import type { Words } from '../words.ts'

/** One action of the window in a native menu. */
export type ActionItem = {
  readonly action: KeyAction
  readonly label: string
  readonly accelerator: string | null
}

/** Returns the actions of a native menu with the keys in force. */
export function actionItems(menu: KeyMenu, bindings: KeyBindings, words: Words): readonly ActionItem[] {
  return KEY_ACTIONS.filter((each) => each.menu === menu).map(({ id }) => {
    const key = bindings[id]
    return { action: id, label: words[LABELS[id]], accelerator: key === null ? null : acceleratorOf(key) }
  })
}

/** Writes a key as Electron names it. */
const acceleratorOf = (key: string): string => key.replace(/^Mod/, 'CmdOrCtrl').replace('Arrow', '')

const LABELS = {
  palette: 'commandPalette',
  actions: 'runAction',
  newChat: 'newChat',
  addProject: 'addProject',
  chat: 'goChat',
  workflows: 'goWorkflows',
  agents: 'goAgents',
  memory: 'goMemory',
  vault: 'goVault',
  settings: 'settings',
  changes: 'goChanges',
  files: 'goFiles',
  goToFile: 'goToFile',
  findInFiles: 'findInFiles',
  findAll: 'findAll',
  background: 'goBackground',
  terminals: 'terminals',
  newTerminal: 'newTerminal',
  sheet: 'keySheet',
  sidebar: 'sidebar',
  branches: 'branches',
  beside: 'beside',
} as const satisfies Readonly<Record<KeyAction, keyof Words>>
