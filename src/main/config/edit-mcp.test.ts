import { expect, it } from 'vitest'
import { UserConfig } from '#shared/config/config.ts'
import type { McpServer } from '#shared/mcp/server-config.ts'
import { withMcpServers, withoutMcpServer } from './edit-mcp.ts'
import { parseConfig } from './toml/config-text.ts'

const configOf = (text: string) => parseConfig(UserConfig, text, 'config.toml')
const files: McpServer = { command: 'npx', args: ['-y', 'files'], env: { TOKEN: 'vault:gh' } }

it('adds a server and keeps every line of the person', () => {
  const before = '# mine\npermissionMode = "ask" # always\n'
  const after = withMcpServers(new Map([['files', files]]))(before, configOf(before))
  expect(after).toContain('# mine\npermissionMode = "ask" # always\n')
  expect(configOf(after).mcp).toEqual({ servers: { files } })
})

it('removes a server with its tables, and no other', () => {
  const both = withMcpServers(
    new Map([
      ['files', files],
      ['web', { url: 'https://a.example', headers: { K: 'env:K' } }],
    ]),
  )('', configOf(''))
  const left = withoutMcpServer('files')(both, configOf(both))
  expect(configOf(left).mcp).toEqual({
    servers: { web: { url: 'https://a.example', headers: { K: 'env:K' } } },
  })
  expect(withoutMcpServer('none')(both, configOf(both))).toBe(both)
})

it('adds to a list of servers, which becomes tables', () => {
  const list = '[[mcp.servers]]\nname = "a"\ncommand = "x"\n'
  const after = withMcpServers(new Map([['files', files]]))(list, configOf(list))
  expect(configOf(after).mcp).toEqual({ servers: { a: { command: 'x' }, files } })
})
