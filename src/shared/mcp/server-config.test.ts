import { expect, it } from 'vitest'
import { McpServer, McpServerName, McpTable, referenceIn, serversOf } from './server-config.ts'

const problems = (value: unknown) =>
  McpServer.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

it('takes a program or an address', () => {
  expect(
    problems({ command: 'npx', args: ['-y', 'server'], env: { A: 'vault:a' }, cwd: '.' }),
  ).toBeUndefined()
  expect(
    problems({ url: 'https://example.com/mcp', headers: { Authorization: 'Bearer vault:a' } }),
  ).toBeUndefined()
})

it.each([
  [{}, 'command: a server needs a command to start or a url to reach'],
  [{ command: 'a', url: 'https://a.example' }, 'url: a server has either a command or a url'],
  [{ command: 'a', headers: {} }, 'headers: only a server with a url has headers'],
  [{ url: 'https://a.example', env: {} }, 'env: only a server with a command has this key'],
  [{ command: 'a', transport: 'sse' }, 'transport: must be "stdio" with a command'],
  [{ url: 'file:///etc/passwd' }, 'url: must be an http or https address'],
])('says what is wrong with %j', (value, words) => {
  expect(problems(value)).toEqual([words])
})

it('refuses a header that is no reference, and never quotes it', () => {
  const [words = ''] =
    problems({ url: 'https://a.example', headers: { Authorization: 'Bearer sk-123' } }) ?? []
  expect(words).toContain('headers.Authorization: must be vault:<name> or env:<NAME>')
  expect(words).not.toContain('sk-123')
})

it('refuses names that would make the names of tools ambiguous', () => {
  const usable = (name: string) => McpServerName.safeParse(name).success
  expect(['github', 'ledger-db', 'a_b', 'a.b', '7'].map(usable)).toEqual([true, true, true, true, true])
  const bad = ['', 'a__b', '_a', 'a_', '__proto__', 'constructor', 'a b', '../a', 'x'.repeat(41)]
  expect(bad.filter(usable)).toEqual([])
})

it('reads the list form as well', () => {
  const table = McpTable.parse({ servers: [{ name: 'a', command: 'x', transport: 'stdio' }] })
  expect([...serversOf(table)]).toEqual([['a', { command: 'x', transport: 'stdio' }]])
})

it('finds references to secrets', () => {
  expect(['vault:a', 'Bearer env:B', 'plain', 'see vault:a b'].map(referenceIn)).toEqual([
    { before: '', ref: 'vault:a' },
    { before: 'Bearer ', ref: 'env:B' },
    null,
    null,
  ])
})
