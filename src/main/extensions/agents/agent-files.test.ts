import { execFileSync } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import { readAgentFolder } from './agent-files.ts'

const agent = (description: string, more = '') =>
  `---\ndescription: ${description}\n${more}---\n\nYou are one.\n`

const open = async (source: 'user' | 'project' = 'user') => {
  const folder = await openTempFolder('agents')
  const path = folder.at('.orrery', 'agents')
  const read = () => readAgentFolder({ source, path, within: source === 'project' ? folder.path : null })
  const write = (name: string, text: string | Uint8Array) => folder.write(`.orrery/agents/${name}`, text)
  return { ...folder, write, read }
}

it('finds nothing where there is no folder', async () => {
  const { read } = await open()
  expect(await read()).toEqual({ items: [], problems: [] })
})

it('reads every agent, in the order of their names, with what is not said filled in', async () => {
  const { read, write, at } = await open()
  const text = agent('Writes notes.', 'mode: subagent\nmaxTurns: 7\n').replaceAll('\n', '\r\n')
  await write('release-notes.md', `\uFEFF${text}`)
  await write('alone.md', agent('Is alone.'))
  await write('notes.txt', 'not an agent')
  await write('README.md', 'About these agents.')
  const { items, problems } = await read()
  expect(problems).toEqual([])
  expect(items.map(({ definition }) => definition)).toEqual([
    expect.objectContaining({ id: 'alone', name: 'Alone', mode: 'primary' }),
    {
      id: 'release-notes',
      name: 'Release notes',
      description: 'Writes notes.',
      mode: 'subagent',
      maxTurns: 7,
      source: 'user',
      tools: {},
      permission: [],
      persona: 'You are one.',
    },
  ])
  expect(items[1]?.file).toBe(at('.orrery', 'agents', 'release-notes.md'))
})

it('passes over broken files, says what is wrong with each, and reads the others', async () => {
  const { read, write } = await open()
  await write('good.md', agent('Is good.'))
  await write('typo.md', agent('Has a typo.', 'tool: [read]\n'))
  await write('Big Name.md', agent('Has a bad name.'))
  await write('bytes.md', new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]))
  await write('huge.md', 'x'.repeat(70_000))
  const { items, problems } = await read()
  expect(items.map(({ definition }) => definition.id)).toEqual(['good'])
  expect(problems.map(({ id, message }) => [id, message])).toEqual([
    [
      null,
      'Its name must be lower-case words joined by hyphens, at most 80 characters. Rename it to big-name.',
    ],
    ['bytes', 'bytes.md is not UTF-8 text.'],
    ['huge', 'huge.md is larger than 64 KiB.'],
    ['typo', 'Unsupported agent key: tool (typo.md, line 3). Remove it or correct its spelling.'],
  ])
})

it('reads nothing outside of a project through its links', async () => {
  const { read, write, at } = await open('project')
  const elsewhere = await openTempFolder('elsewhere')
  const secret = await elsewhere.write('secret.md', agent('Is somewhere else.'))
  await write('own.md', agent('Is here.'))
  await symlink(secret, at('.orrery', 'agents', 'leak.md'))
  await symlink(at('.orrery', 'agents', 'own.md'), at('.orrery', 'agents', 'same.md'))
  await symlink(at('gone.md'), at('.orrery', 'agents', 'nowhere.md'))
  const { items, problems } = await read()
  expect(items.map(({ definition }) => definition.id)).toEqual(['own', 'same'])
  expect(problems.map(({ id, message }) => [id, message])).toEqual([
    ['leak', 'leak.md is a link to a place outside of its folder, so it is not read.'],
  ])
})

it('reads nothing when the whole folder of a project leads out of it', async () => {
  const { at, read } = await open('project')
  const elsewhere = await openTempFolder('elsewhere')
  await elsewhere.write('agents/other.md', agent('Is somewhere else.'))
  await symlink(elsewhere.path, at('.orrery'), 'junction')
  const { items, problems } = await read()
  expect(items).toEqual([])
  expect(problems.map(({ id }) => id)).toEqual(['other'])
})

it.skipIf(process.platform === 'win32')('does not wait at a pipe, and reads no folder', async () => {
  const { at, write, read } = await open()
  await write('good.md', agent('Is good.'))
  execFileSync('mkfifo', [at('.orrery', 'agents', 'pipe.md')])
  await mkdir(at('.orrery', 'agents', 'folder.md'))
  const { items, problems } = await read()
  expect(items).toHaveLength(1)
  expect(problems.map(({ id, message }) => [id, message])).toEqual([
    ['folder', 'folder.md is not a file.'],
    ['pipe', 'pipe.md is not a file.'],
  ])
})
