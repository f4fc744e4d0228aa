import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readProjectMcp } from './project-mcp.ts'

function projectWith(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'orrery mcp 项目 '))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

const read = async (files: Record<string, string>) => {
  const { servers, problems } = await readProjectMcp(projectWith(files))
  return {
    servers: servers.map(({ name, source, config }) => [name, source, config.command ?? config.url]),
    problems: problems.map(({ file, message }) => `${file}: ${message}`),
  }
}

it('reads all layers, and counts a name once: local, then project, then .mcp.json', async () => {
  expect(
    await read({
      '.orrery/config.local.toml': '[mcp.servers.a]\ncommand = "local"\n',
      '.orrery/config.toml':
        '[[mcp.servers]]\nname = "a"\ncommand = "x"\n[[mcp.servers]]\nname = "b"\ncommand = "project"\n',
      '.mcp.json': '{"mcpServers":{"b":{"command":"y"},"c":{"type":"http","url":"https://c.example/mcp"}}}',
    }),
  ).toEqual({
    servers: [
      ['a', 'local', 'local'],
      ['b', 'project', 'project'],
      ['c', 'file', 'https://c.example/mcp'],
    ],
    problems: [],
  })
})

it('has nothing to say of a project without such files', async () => {
  expect(await read({ 'README.md': '' })).toEqual({ servers: [], problems: [] })
})

it('names what cannot be used with its place, never quotes a value, and keeps the other files', async () => {
  const { servers, problems } = await read({
    '.orrery/config.local.toml':
      '[mcp.servers.a]\nurl = "https://a.example"\n[mcp.servers.a.headers]\nKey = "sk-123"\n',
    '.orrery/config.toml': '[mcp.servers.b]\nargs = []\n',
    '.mcp.json': '{"mcpServers":{"c":{"command":"x"},"d__e":{"command":"x"}}}',
  })
  expect(servers).toEqual([['c', 'file', 'x']])
  expect(problems).toHaveLength(3)
  expect(problems[0]).toContain('mcp.servers.a.headers.Key')
  expect(problems[1]).toContain('needs a command to start or a url to reach')
  expect(problems[2]).toContain('d__e')
  expect(problems.join()).not.toContain('sk-123')
})

it('says that .mcp.json is no JSON', async () => {
  expect((await read({ '.mcp.json': '<html>' })).problems).toEqual(['.mcp.json: This text is no JSON.'])
})
