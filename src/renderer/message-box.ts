import { appCommandIcon, appCommands } from './features/chat/composer/app-command-list.ts'
import { focusComposer } from './features/chat/composer/composer-focus.ts'
import type { MessageBox } from './shell/use-palette-finds.ts'

/** The frame's access to the composer. */
export const MESSAGE_BOX: MessageBox = {
  commands: (t) =>
    appCommands(t).map(({ name, description }) => ({ name, description, icon: appCommandIcon(name) })),
  focus: focusComposer,
}
