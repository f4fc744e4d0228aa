import { useCallback } from 'react'
import type { AppProps } from './app-props.ts'
import { appCommandIcon } from './features/chat/commands/app-command-list.ts'
import {
  joinCommands,
  NO_RUNTIME_COMMANDS,
  useRuntimeCommands,
} from './features/chat/commands/joined-commands.ts'
import {
  fitting,
  readAttached,
  textAttachment,
  withMention,
} from './features/chat/composer/attached-files.ts'
import { focusComposer } from './features/chat/composer/composer-focus.ts'
import type { MessageBox, PaletteCommands } from './shell/palette/use-palette-finds.ts'
import type { DraggedPlace } from './ui/drag/dragged-place.ts'

/** The frame's access to the composer. */
export const MESSAGE_BOX: MessageBox = {
  useCommands: (projectId) => {
    const loaded = useRuntimeCommands(projectId)
    const runtime = projectId === null ? NO_RUNTIME_COMMANDS : loaded.data
    const data = useCallback<PaletteCommands>(
      (t, place) =>
        joinCommands(t, runtime ?? NO_RUNTIME_COMMANDS, place)
          .filter(({ isHidden }) => isHidden !== true)
          .map(({ name, description, lack, source }) => ({
            name,
            description: lack ?? description ?? '',
            icon: source === 'app' ? appCommandIcon(name) : source === 'skill' ? 'bulb' : 'workflows',
          })),
      [runtime],
    )
    return { ...loaded, data: runtime === null ? null : data }
  },
  focus: focusComposer,
}

/** Attaches lines of a terminal or file to the message of the open chat, or of the next new one, and shows it. */
export function attachToMessage(
  { app, drafts }: AppProps['stores'],
  text: string,
  name: string,
  from: 'terminal' | 'file' = 'terminal',
): void {
  const { openSession, openProject } = app.store.getState()
  const key = openSession ?? openProject
  if (key === null) return
  const { files } = fitting(drafts.of(key).files, [textAttachment(text, name, from)])
  drafts.setFiles(key, files)
  app.show('chat')
  // The message box may be drawn only now.
  requestAnimationFrame(focusComposer)
}

/** Names a file of the open project in the message that is being written. */
export function mentionFile({ app, drafts }: AppProps['stores'], path: string): void {
  const { openSession, openProject } = app.store.getState()
  const key = openSession ?? openProject
  if (key === null) return
  drafts.setText(key, withMention(drafts.of(key).text, path))
  // The message box may be drawn only now.
  requestAnimationFrame(focusComposer)
}

/** Adds a file of the open project, or lines of it, to the message that is being written, and shows it. */
export function addToMessage(stores: AppProps['stores'], { path, lines }: DraggedPlace): void {
  if (lines !== null) attachToMessage(stores, lines.text, lines.name, 'file')
  else {
    stores.app.show('chat')
    mentionFile(stores, path)
  }
}

/** Attaches files of other programs to the message that is being written, as the button for attachments does. */
export async function attachFiles(
  { app, drafts }: AppProps['stores'],
  dropped: readonly File[],
): Promise<Left> {
  const { openSession, openProject } = app.store.getState()
  const key = openSession ?? openProject
  if (key === null) return []
  const { files, refused } = await readAttached(dropped)
  const { files: all, surplus } = fitting(drafts.of(key).files, files)
  drafts.setFiles(key, all)
  return [...refused, ...surplus]
}

/** Names of files that were not attached. */
type Left = readonly string[]
