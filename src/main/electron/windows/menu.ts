import { Menu, type MenuItemConstructorOptions, type WebContents } from 'electron'
import type { KeyAction, KeyBindings, KeyMenu } from '#shared/keys/key-actions.ts'
import type { Words } from '../words.ts'
import { actionItems } from './menu-items.ts'

type MenuDeps = {
  readonly words: Words
  readonly isDev: boolean
  readonly newWindow: () => void
  readonly openLogs: () => void
  readonly bindings: KeyBindings
  /** Carries out an action in the window used last. */
  readonly act: (action: KeyAction) => void
}

/** The application menu: out of sight on most systems, but the keys in it work everywhere. */
export function installMenu(deps: MenuDeps): void {
  const template = [fileMenu(deps), editMenu(deps), viewMenu(deps), goMenu(deps), helpMenu(deps)]
  const appMenu: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : []
  Menu.setApplicationMenu(Menu.buildFromTemplate([...appMenu, ...template]))
}

/** The actions of the window in a menu. The page handles their keys, so the menu only shows them. */
function actionsIn(menu: KeyMenu, { words, bindings, act }: MenuDeps): MenuItemConstructorOptions[] {
  return actionItems(menu, bindings, words).map(({ action, label, accelerator }) => ({
    label,
    ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
    click: () => act(action),
  }))
}

function fileMenu(deps: MenuDeps): MenuItemConstructorOptions {
  const { words, newWindow } = deps
  return {
    label: words.file,
    submenu: [
      ...actionsIn('file', deps),
      { label: words.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: newWindow },
      { label: words.closeWindow, role: 'close' },
      { type: 'separator' },
      { label: words.quit, role: 'quit', accelerator: 'CmdOrCtrl+Q' },
    ],
  }
}

function editMenu(deps: MenuDeps): MenuItemConstructorOptions {
  const { words } = deps
  return {
    label: words.edit,
    submenu: [
      { label: words.undo, role: 'undo' },
      { label: words.redo, role: 'redo' },
      { type: 'separator' },
      { label: words.cut, role: 'cut' },
      { label: words.copy, role: 'copy' },
      { label: words.paste, role: 'paste' },
      { label: words.pastePlain, role: 'pasteAndMatchStyle' },
      { label: words.selectAll, role: 'selectAll' },
      { type: 'separator' },
      ...actionsIn('edit', deps),
    ],
  }
}

function viewMenu(deps: MenuDeps): MenuItemConstructorOptions {
  const { words, isDev } = deps
  const forDevelopers: MenuItemConstructorOptions[] = [{ label: words.devTools, role: 'toggleDevTools' }]
  return {
    label: words.view,
    submenu: [
      ...actionsIn('view', deps),
      { type: 'separator' },
      { label: words.zoomIn, role: 'zoomIn' },
      { label: words.zoomOut, role: 'zoomOut' },
      { label: words.zoomReset, role: 'resetZoom' },
      { type: 'separator' },
      { label: words.fullScreen, role: 'togglefullscreen' },
      { label: words.reload, role: 'reload' },
      ...(isDev ? forDevelopers : []),
    ],
  }
}

function goMenu(deps: MenuDeps): MenuItemConstructorOptions {
  return { label: deps.words.go, submenu: actionsIn('go', deps) }
}

function helpMenu(deps: MenuDeps): MenuItemConstructorOptions {
  const { words, openLogs } = deps
  return {
    label: words.help,
    role: 'help',
    submenu: [...actionsIn('help', deps), { label: words.openLogs, click: openLogs }],
  }
}

/** The menu of the second mouse button: for text fields, and to copy what is selected. */
export function addContextMenu(contents: WebContents, wordsNow: () => Words): void {
  contents.on('context-menu', (_event, params) => {
    const { editFlags } = params
    const words = wordsNow()
    const items: MenuItemConstructorOptions[] = params.isEditable
      ? [
          ...spelling(contents, params, words),
          { label: words.cut, role: 'cut', enabled: editFlags.canCut },
          { label: words.copy, role: 'copy', enabled: editFlags.canCopy },
          { label: words.paste, role: 'paste', enabled: editFlags.canPaste },
          { label: words.selectAll, role: 'selectAll', enabled: editFlags.canSelectAll },
        ]
      : [{ label: words.copy, role: 'copy', enabled: editFlags.canCopy }]
    if (params.isEditable || params.selectionText !== '') Menu.buildFromTemplate(items).popup()
  })
}

function spelling(
  contents: WebContents,
  { misspelledWord, dictionarySuggestions }: Electron.ContextMenuParams,
  words: Words,
): MenuItemConstructorOptions[] {
  if (misspelledWord === '') return []
  return [
    ...dictionarySuggestions.map((word) => ({ label: word, click: () => contents.replaceMisspelling(word) })),
    {
      label: words.addToDictionary,
      click: () => contents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
    { type: 'separator' },
  ]
}
