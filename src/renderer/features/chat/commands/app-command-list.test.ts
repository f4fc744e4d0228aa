import { expect, it } from 'vitest'
import { COMMANDS } from '#shared/commands/registry.ts'
import { EFFORT_COMMANDS } from '#shared/run/effort-directive.ts'
import { APP_COMMANDS } from '#shared/session/app-commands.ts'
import { textIn } from '../../../messages/TextProvider.tsx'
import { appCommands } from './app-command-list.ts'
import { commandMatches } from './command-matches.ts'

const all = appCommands(textIn('en'))
const found = (token: string) => commandMatches(all, token).map(({ name }) => name)

it('lists every command of the registry, each with a description', () => {
  expect(all.filter(({ name }) => !name.includes(' ')).map(({ name }) => name)).toEqual(
    COMMANDS.map(({ name }) => name),
  )
  expect(all.filter(({ description }) => description === '')).toEqual([])
})

it('has main carry out the commands that the registry gives to it', () => {
  const ofMain = COMMANDS.filter(({ by }) => by === 'main').map(({ name }) => name)
  expect(ofMain.toSorted()).toEqual([...APP_COMMANDS, ...EFFORT_COMMANDS].toSorted())
})

it('finds commands by aliases and by words of their description', () => {
  expect(found('away')).toContain('recap')
  expect(found('lv')[0]).toBe('vault')
  expect(found('permission')).toEqual(['mode'])
  expect(found('lm')).toHaveLength(6)
  expect(found('mem')).toHaveLength(6)
})

it('completes the words behind a name once the name is typed', () => {
  expect(found('')).not.toContain('mode plan')
  expect(found('mode p')).toEqual(['mode plan'])
  expect(found('break-cache o')).toEqual(['break-cache off', 'break-cache once'])
})
