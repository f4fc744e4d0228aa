import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMMANDS } from '../../src/main/cli/commands.ts'
import { type BuiltCommandLine, buildCommandLine, openCommandRoom } from '../support/hosts/command-line.ts'

let built: BuiltCommandLine

beforeAll(async () => {
  built = await buildCommandLine()
}, 120_000)
afterAll(() => built.remove())

it('lists, exports and imports chats', async () => {
  const room = await openCommandRoom(built)
  await room.run(['run', '-p', 'say Tide'])
  const [chat] = JSON.parse((await room.run(['sessions', '--output', 'json'])).out) as {
    id: string
    title: string
  }[]
  expect(chat?.title).toBe('say Tide')
  expect((await room.run(['sessions', '--all'])).out).toContain(chat?.id)
  const markdown = await room.run(['export', chat?.id ?? ''])
  expect([markdown.code, markdown.out]).toEqual([0, expect.stringContaining('Tide')])
  expect((await room.run(['export', '--format', 'jsonl', '--file', 'chat.jsonl'])).code).toBe(0)
  expect((await room.run(['export', '--file', 'chat.jsonl'])).code).toBe(2)
  const imported = await room.run(['import', 'chat.jsonl'])
  expect(imported).toMatchObject({ code: 0, out: expect.stringMatching(/^ses_\w+\n$/) })
  expect(imported.out.trim()).not.toBe(chat?.id)
  expect((await room.run(['sessions'])).out.trim().split('\n')).toHaveLength(2)
})

it('backs up a home, and a restored home opens with its chats', async () => {
  const room = await openCommandRoom(built)
  await room.run(['run', '-p', 'say Tide'])
  const sessions = ['sessions', '--all', '--output', 'json']
  const before = await room.run(sessions)
  expect(JSON.parse(before.out)).toHaveLength(1)
  await mkdir(room.at('disk'))
  expect(await room.run(['backup'])).toMatchObject({ code: 2, out: '' })
  expect((await room.run(['backup', room.at('home')])).err).toContain('cannot lie inside')
  const saved = await room.run(['backup', room.at('disk')])
  expect(saved).toMatchObject({ code: 0, err: expect.stringContaining('Secrets are not in') })
  const backup = saved.out.trim()
  expect((await room.run(['restore', backup])).code).toBe(1)
  await rename(room.at('home'), room.at('lost'))
  expect(await room.run(['restore', backup])).toMatchObject({ code: 0, out: `${room.at('home')}\n` })
  expect((await room.run(sessions)).out).toBe(before.out)
})

it('lists workflows and runs one to its end', async () => {
  const room = await openCommandRoom(built)
  const script = `export const meta = { name: 'greet', description: 'Greets' }\nlog('hello')\nreturn args\n`
  await room.put('home/workflows/greet.js', script)
  expect((await room.run(['workflows'])).out).toContain('greet')
  const ended = await room.run(['workflows', 'run', 'greet', '--args', '{"a":1}', '--output', 'json'])
  expect([ended.code, JSON.parse(ended.out)]).toMatchObject([
    0,
    { outcome: 'done', name: 'greet', state: 'done' },
  ])
  await room.put(
    'home/workflows/fail.js',
    script.replace('greet', 'fail').replace("log('hello')", "throw new Error('no')"),
  )
  expect((await room.run(['workflows', 'run', 'fail'])).code).toBe(1)
  expect((await room.run(['workflows', 'run', 'gret'])).err).toContain('greet')
})

it('lists triggers', async () => {
  const room = await openCommandRoom(built)
  expect(await room.run(['triggers'])).toMatchObject({ code: 2, out: '' })
  expect((await room.run(['triggers', 'list', '--all', '--output', 'json'])).out).toBe('[]\n')
  expect((await room.run(['triggers', 'make'])).err).toContain('orrery triggers list')
})

it('adds, switches and removes MCP servers', async () => {
  const room = await openCommandRoom(built)
  const json = '{"mcpServers":{"tides":{"command":"tides-server"}}}'
  expect((await room.run(['mcp', 'add', json])).out).toBe('tides\n')
  expect((await room.run(['mcp'])).out).toMatch(/^tides {2}user/)
  expect((await room.run(['mcp', 'disable', 'tides'])).code).toBe(0)
  expect((await room.run(['mcp'])).out).toContain('off')
  expect((await room.run(['mcp', 'remove', 'tides'])).code).toBe(0)
  expect(await readFile(room.at('home/config.toml'), 'utf8')).not.toContain('tides')
  expect((await room.run(['mcp', 'remove', 'tides'])).code).toBe(2)
})

it('connects to MCP servers for their health', async () => {
  const room = await openCommandRoom(built)
  const good = { command: process.execPath, args: [resolve('test/support/mcp/old-server.mjs')] }
  const servers = { good, bad: { command: '/nowhere/server' }, off: { ...good, disabled: true } }
  expect((await room.run(['mcp', 'add', JSON.stringify({ mcpServers: servers })])).code).toBe(0)
  expect((await room.run(['mcp', 'list'])).out).toMatch(/^good +user +stdio +waiting/m)
  const { out } = await room.run(['mcp', 'list', '--check'])
  expect(out).toMatch(/^good +user +stdio +ready/m)
  expect(out).toMatch(/^bad +user +stdio +failed .*\S/m)
  expect(out).toMatch(/^off +user +stdio +off/m)
})

it('installs a plugin only with consent, and updates, reviews, switches and removes it', async () => {
  const room = await openCommandRoom(built)
  await room.put('source/.claude-plugin/plugin.json', '{"name":"tides","version":"1.0.0"}')
  await room.put('source/commands/level.md', 'Name the level: !`date`\n')
  const source = room.at('source')
  expect((await room.run(['plugins', 'list', '--output', 'json'])).out).toBe('[]\n')
  const shown = await room.run(['plugins', 'install', source])
  expect(shown).toMatchObject({ code: 3, err: expect.stringContaining('add --yes') })
  expect(shown.out).toContain('starts command level : date')
  expect((await room.run(['plugins', 'list', '--output', 'json'])).out).toBe('[]\n')
  expect((await room.run(['plugins', 'install', source, '--yes'])).code).toBe(0)
  expect((await room.run(['plugins'])).out).toMatch(/^tides {2}1\.0\.0 {2}on/)
  await room.put('source/commands/low.md', 'Name the low.\n')
  expect((await room.run(['plugins', 'update', 'tides'])).out).toContain('added file: commands/low.md')
  await room.put('source/commands/high.md', 'Name the high: !`uptime`\n')
  expect((await room.run(['plugins', 'update', 'tides'])).code).toBe(3)
  await room.put('home/plugins/tides/commands/low.md', 'Name another.\n')
  expect((await room.run(['plugins'])).out).toContain('changed')
  const review = await room.run(['plugins', 'review', 'tides', '--yes'])
  expect(review.out).toContain('changed file: commands/low.md')
  expect((await room.run(['plugins', 'disable', 'tides'])).code).toBe(0)
  expect((await room.run(['plugins'])).out).toContain('off')
  expect((await room.run(['plugins', 'remove', 'tides'])).code).toBe(0)
  expect((await room.run(['plugins', 'install'])).code).toBe(2)
})

it('lists the agents of the folder and of the person', async () => {
  const room = await openCommandRoom(built)
  await room.put('home/agents/sailor.md', '---\ndescription: Sails\nmode: primary\n---\nYou sail boats.\n')
  const { out } = await room.run(['agents'])
  expect(out).toMatch(/^build +primary +builtin/m)
  expect(out).toMatch(/^sailor +primary +user +Sails$/m)
  const listed = JSON.parse((await room.run(['agents', '--output', 'json'])).out) as { id: string }[]
  expect(listed.map(({ id }) => id)).toContain('sailor')
})

it('reports the health, and the log', async () => {
  const room = await openCommandRoom(built)
  const { out } = await room.run(['doctor', '--output', 'json'])
  const parts = (JSON.parse(out) as { part: string; ok: boolean }[]).map(({ part, ok }) => [part, ok])
  expect(Object.fromEntries(parts)).toMatchObject({ sqlite: true, config: true })
  await room.put('home/config.toml', 'nonsense = true\n')
  const broken = await room.run(['doctor'])
  expect([broken.code, broken.out]).toEqual([1, expect.stringContaining('✗ config')])
  expect((await room.run(['logs', '-n', '3'])).out.trim().split('\n').length).toBeLessThanOrEqual(3)
  expect((await room.run(['logs', '--path'])).out).toBe(`${room.at('home/logs/main.log')}\n`)
})

it.each(['bash', 'fish', 'zsh'])('completes every command in %s', async (shell) => {
  const room = await openCommandRoom(built)
  const { code, out } = await room.run(['completion', shell])
  expect(code).toBe(0)
  expect(COMMANDS.filter(({ name }) => !out.includes(name))).toEqual([])
  if (shell === 'bash') expect(spawnSync('bash', ['-n'], { input: out }).status).toBe(0)
})

it('shows the help of every command', async () => {
  const room = await openCommandRoom(built)
  for (const { name, options } of COMMANDS) {
    const { code, out } = await room.run([name, '--help'])
    expect([name, code]).toEqual([name, 0])
    expect(Object.keys(options).filter((option) => !out.includes(`--${option}`))).toEqual([])
  }
  expect((await room.run(['--version'])).out).toBe('1.2.3 (commit 0123456789, built 2026-01-02T03:04:05Z)\n')
  expect((await room.run(['help'])).out).toContain('orrery [folder]')
})

it('names the command that builds it, in a clone that is not built', async () => {
  const room = await openCommandRoom(built)
  await mkdir(room.at('clone/bin'), { recursive: true })
  await copyFile('bin/orrery.mjs', room.at('clone/bin/orrery.mjs'))
  await room.put('clone/package.json', '{"version":"1.0.0"}')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [room.at('clone/bin/orrery.mjs'), 'run', '-p', 'x'],
    {
      encoding: 'utf8',
    },
  )
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('npm run setup')
})
