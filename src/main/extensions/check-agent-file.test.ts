import { expect, it } from 'vitest'
import { checkAgentFile } from './check-agent-file.ts'

it('finds nothing wrong with a text that can be used', async () => {
  expect(await checkAgentFile('user', 'reader', '---\ndescription: Reads.\n---\n\nYou read.\n')).toBeNull()
})

it.each([
  ['a key that there is not', '---\ndescription: Reads.\nmood: good\n---\n', 3],
  ['a value that cannot be', '---\ndescription: Reads.\n\ntemperature: 9\n---\n', 4],
  ['a header that is none', 'You read.\n', 1],
])('says in which line there is %s', async (_what, text, line) => {
  expect(await checkAgentFile('user', 'reader', text)).toMatchObject({ line })
})

it('lets a project allow nothing', async () => {
  const text = '---\ndescription: Reads.\npermission:\n  - { tool: edit, action: allow }\n---\n'
  expect(await checkAgentFile('project', 'reader', text)).toMatchObject({ line: 4 })
  expect(await checkAgentFile('user', 'reader', text)).toBeNull()
})
