import type { AppProps } from './app-props.ts'
import { appCommandIcon } from './features/chat/commands/app-command-list.ts'
import { joinCommands, loadCommands, NO_RUNTIME_COMMANDS } from './features/chat/commands/joined-commands.ts'
import { fitting, textAttachment } from './features/chat/composer/attached-files.ts'
import { focusComposer } from './features/chat/composer/composer-focus.ts'
import type { MessageBox } from './shell/use-palette-finds.ts'

/** The frame's access to the composer. */
export const MESSAGE_BOX: MessageBox = {
  commands: async (api, projectId) => {
    const runtime = projectId === null ? NO_RUNTIME_COMMANDS : await loadCommands(api, projectId)
    return (t, place) =>
      joinCommands(t, runtime, place)
        .filter(({ isHidden }) => isHidden !== true)
        .map(({ name, description, lack, source }) => ({
          name,
          description: lack ?? description ?? '',
          icon: source === 'app' ? appCommandIcon(name) : source === 'skill' ? 'bulb' : 'workflows',
        }))
  },
  focus: focusComposer,
}

/** Attaches lines of a terminal to the message of the open chat, or of the next new one, and shows it. */
export function attachToMessage({ app, drafts }: AppProps['stores'], text: string, name: string): void {
  const { openSession, openProject } = app.store.getState()
  const key = openSession ?? openProject
  if (key === null) return
  const { files } = fitting(drafts.of(key).files, [textAttachment(text, name, 'terminal')])
  drafts.setFiles(key, files)
  app.show('chat')
  // The message box may be drawn only now.
  requestAnimationFrame(focusComposer)
}
