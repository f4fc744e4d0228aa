import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { COMMANDS } from '#shared/commands/registry.ts'
import { KEY_ACTIONS } from '#shared/keys/key-actions.ts'

it('documents every command with its arguments and aliases, as the registry has them', async () => {
  const text = await readFile('docs/commands.md', 'utf8')
  const rows = [...text.matchAll(/^\| `\/([a-z-]+) ?(.*?)` +\| (.*?) +\| (?!action)\S/gm)].map(
    ([, name, hint = '', aliases = '']) => ({
      name,
      hint: hint.replaceAll('\\|', '|'),
      aliases: [...aliases.matchAll(/`\/([a-z-]+)`/g)].map(([, alias]) => alias),
    }),
  )
  expect(rows).toEqual(COMMANDS.map(({ name, hint, aliases }) => ({ name, hint, aliases: [...aliases] })))
})

it('documents every action that a key can be given to', async () => {
  const text = await readFile('docs/shortcuts.md', 'utf8')
  const [, section = ''] = text.split('## Change a key')
  expect(KEY_ACTIONS.filter(({ id }) => !section.includes(`\`${id}\``))).toEqual([])
})
