import { expect, it } from 'vitest'
import { checkAgentFile } from './check-agent-file.ts'

it('finds nothing wrong with a text that can be used', async () => {
  expect(await checkAgentFile('user', 'reader', '---\ndescription: Reads.\n---\n\nYou read.\n')).toEqual([])
})

it.each([
  ['a key that there is not', '---\ndescription: Reads.\nmood: good\n---\n', 3],
  ['a value that cannot be', '---\ndescription: Reads.\n\ntemperature: 9\n---\n', 4],
  ['a header that is none', 'You read.\n', 1],
])('says in which line there is %s', async (_what, text, line) => {
  expect(await checkAgentFile('user', 'reader', text)).toMatchObject([{ line }])
})

it('lets a project allow nothing', async () => {
  const text = '---\ndescription: Reads.\npermission:\n  - { tool: edit, action: allow }\n---\n'
  expect(await checkAgentFile('project', 'reader', text)).toMatchObject([{ line: 4 }])
  expect(await checkAgentFile('user', 'reader', text)).toEqual([])
})

it('names everything that is wrong, in the order of the lines', async () => {
  const text = '---\nmaxTurns: many\ndescription: Reads.\nmood: good\ntools: nonsense\npace: quick\n---\n'
  const found = await checkAgentFile('user', 'reader', text)
  expect(found.map(({ line, message }) => [line, message.split(' ')[0]])).toEqual([
    [2, 'maxTurns'],
    [4, 'Unsupported'],
    [5, 'tools'],
    [6, 'Unsupported'],
  ])
})

it('names every line that cannot be read at all', async () => {
  const text = '---\ndescription: a\ndescription: b\nmode: primary\nmode: hidden\n---\n'
  expect((await checkAgentFile('user', 'reader', text)).map(({ line }) => line)).toEqual([3, 5])
})

it('names no more than a person can put right at once', async () => {
  const keys = Array.from({ length: 60 }, (_, at) => `key${at}: 1`).join('\n')
  expect(await checkAgentFile('user', 'reader', `---\ndescription: a\n${keys}\n---\n`)).toHaveLength(20)
})
