import { expect, it } from 'vitest'
import { APP_COMMANDS, WINDOW_COMMANDS } from '#shared/session/app-commands.ts'
import { textIn } from '../../../messages/TextProvider.tsx'
import { appCommands } from './app-command-list.ts'

it('lists every command that main knows of', () => {
  const listed = appCommands(textIn('en')).map(({ name }) => name.split(' ')[0])
  expect([...new Set(listed)].toSorted()).toEqual([...APP_COMMANDS, ...WINDOW_COMMANDS].toSorted())
})
