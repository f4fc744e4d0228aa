import { expect, it } from 'vitest'
import { COMMAND_GROUPS, COMMANDS, commandNamed, commandWords, withoutAlias } from './registry.ts'

it('gives every word to one command, in the order of the groups', () => {
  expect(commandWords().toSorted()).toEqual([...new Set(commandWords())].toSorted())
  const groups = COMMANDS.map(({ group }) => group).filter((group, at, all) => group !== all[at - 1])
  expect(groups).toEqual([...COMMAND_GROUPS])
})

it.each([
  ['/away', '/recap'],
  ['  /tp The tide', '  /resume The tide'],
  ['/lm list', '/memory list'],
  ['/cost', '/usage'],
  ['/recap', '/recap'],
  ['/aways', '/aways'],
  ['//away', '//away'],
  ['say /away', 'say /away'],
  ['/usr/bin', '/usr/bin'],
  ['', ''],
])('reads %j as %j', (text, meant) => {
  expect(withoutAlias(text)).toBe(meant)
})

it('finds a command by its name and by each alias', () => {
  for (const { name, aliases } of COMMANDS) {
    for (const word of [name, ...aliases]) expect(commandNamed(word)?.name).toBe(name)
  }
  expect(commandNamed('toString')).toBeUndefined()
})
