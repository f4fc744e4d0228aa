import { Menu, type MenuItemConstructorOptions, type WebContents } from 'electron'
import type { Words } from './words.ts'

type MenuDeps = {
  readonly words: Words
  readonly isDev: boolean
  readonly newWindow: () => void
  readonly openLogs: () => void
}

/** The application menu: out of sight on most systems, but the keys in it work everywhere. */
export function installMenu(deps: MenuDeps): void {
  const template = [fileMenu(deps), editMenu(deps), viewMenu(deps), helpMenu(deps)]
  const appMenu: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : []
  Menu.setApplicationMenu(Menu.buildFromTemplate([...appMenu, ...template]))
}

function fileMenu({ words, newWindow }: MenuDeps): MenuItemConstructorOptions {
  return {
    label: words.file,
    submenu: [
      { label: words.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: newWindow },
      { label: words.closeWindow, role: 'close' },
      { type: 'separator' },
      { label: words.quit, role: 'quit', accelerator: 'CmdOrCtrl+Q' },
    ],
  }
}

function editMenu({ words }: MenuDeps): MenuItemConstructorOptions {
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
    ],
  }
}

function viewMenu({ words, isDev }: MenuDeps): MenuItemConstructorOptions {
  const forDevelopers: MenuItemConstructorOptions[] = [{ label: words.devTools, role: 'toggleDevTools' }]
  return {
    label: words.view,
    submenu: [
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

function helpMenu({ words, openLogs }: MenuDeps): MenuItemConstructorOptions {
  return { label: words.help, role: 'help', submenu: [{ label: words.openLogs, click: openLogs }] }
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
