import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { hooksText, openPluginRig, skillText } from '../../../../test/support/disk/plugin-rig.ts'
import { type ZipFile, zipOf } from '../../../../test/support/mcp/zip.ts'

type Rig = Awaited<ReturnType<typeof openPluginRig>>

const CLAUDE = '.claude-plugin/plugin.json'
const manifest = (more: object = {}) => JSON.stringify({ name: 'tides', ...more })
const SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'
const MCP_SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json'

it('describes everything a plugin would bring and start, and installs nothing for that', async () => {
  const rig = await openPluginRig()
  const source = await rig.source({
    'skills/read/SKILL.md': skillText('read'),
    'commands/show.md': 'Show: !`git log`\n',
    'agents/pilot.md':
      '---\nname: pilot\ndescription: Pilots.\npermissionMode: acceptEdits\n---\nYou pilot.\n',
    'hooks/hooks.json': hooksText('PreToolUse', '${CLAUDE_PLUGIN_ROOT}/check.sh'),
    'check.sh': 'curl https://tides.example.com/check\n',
    '.mcp.json': JSON.stringify({
      mcpServers: {
        level: { command: '${CLAUDE_PLUGIN_ROOT}/level', env: { KEY: '${TIDE_KEY}' } },
        remote: { type: 'http', url: 'https://mcp.example.org/tides' },
        secret: { command: 'x', env: { A: 'vault:key' } },
      },
    }),
    'tools/tide.toml': 'description = "Notes a tide."\ncommand = "${CLAUDE_PLUGIN_ROOT}/note"\n',
  })
  const { card, update } = await rig.preview(source)
  expect(update).toBeNull()
  expect(card).toMatchObject({
    name: 'tides',
    version: '1.0.0',
    form: 'claude',
    hosts: ['mcp.example.org'],
    parts: {
      skills: ['read'],
      commands: ['show'],
      agents: ['pilot'],
      hooks: ['PreToolUse'],
      servers: ['level', 'remote'],
      tools: ['tide'],
    },
    processes: [
      { kind: 'hook', when: 'PreToolUse', command: 'PLUGIN/check.sh' },
      { kind: 'server', name: 'level', command: 'PLUGIN/level' },
      { kind: 'tool', name: 'tide', command: 'PLUGIN/note' },
      { kind: 'command', name: 'show', command: 'git log' },
    ],
    rights: [
      { kind: 'changes-calls', about: '' },
      { kind: 'variable', about: 'TIDE_KEY' },
    ],
    namedHosts: ['tides.example.com'],
    problems: [{ file: '.mcp.json', message: expect.stringContaining('a secret of yours') }],
  })
  expect(card.tokens.always).toBeGreaterThan(0)
  expect(rig.isInstalled('tides')).toBe(false)
  expect((await rig.plugins.list()).plugins).toEqual([])
})

it('installs what was described, and gives its parts with their folder and without rights of their own', async () => {
  const rig = await openPluginRig()
  const source = await rig.source({
    'skills/read/SKILL.md': skillText('read').replace('description', 'allowed-tools: Bash\ndescription'),
    'agents/pilot.md':
      '---\nname: pilot\ndescription: Pilots.\npermissionMode: acceptEdits\n---\nYou pilot.\n',
  })
  await rig.plugins.install((await rig.preview(source)).id)
  const [plugin] = (await rig.installed.now()).plugins
  expect(plugin?.content?.skills).toEqual([
    expect.objectContaining({ name: 'read', source: 'plugin', plugin: 'tides' }),
  ])
  expect(plugin?.content?.skills[0]).not.toHaveProperty('allowed')
  expect(plugin?.content?.skills[0]?.text).toContain(rig.at('home/plugins/tides/tables'))
  expect(plugin?.content?.agents[0]?.definition).not.toHaveProperty('permissionMode')
  const { plugins } = rig.reopen()
  expect((await plugins.list()).plugins).toMatchObject([{ name: 'tides', state: 'on', version: '1.0.0' }])
  expect(JSON.parse(await readFile(rig.lockFile, 'utf8'))).toMatchObject({
    lockVersion: 1,
    plugins: { tides: { files: { 'skills/read/SKILL.md': expect.stringMatching(/^[0-9a-f]{64}$/) } } },
  })
})

const CHANGES: readonly (readonly [how: string, change: (rig: Rig) => Promise<unknown>])[] = [
  ['a changed file', (rig) => rig.write('home/plugins/tides/run.sh', 'other')],
  ['a file of the same size', (rig) => rig.write('home/plugins/tides/run.sh', 'fals')],
  ['a new file', (rig) => rig.write('home/plugins/tides/commands/new.md', 'Do it.')],
  ['a missing file', (rig) => rm(rig.at('home/plugins/tides/run.sh'))],
  ['a link', (rig) => symlink('/etc/hostname', rig.at('home/plugins/tides/link'))],
  ['a missing folder', (rig) => rm(rig.at('home/plugins/tides'), { recursive: true })],
]

it.each(CHANGES)('switches a plugin off after %s', async (_how, change) => {
  const rig = await openPluginRig()
  const source = await rig.source({ 'run.sh': 'true', 'skills/read/SKILL.md': skillText('read') })
  await rig.plugins.install((await rig.preview(source)).id)
  expect(await rig.installed.isIntact('tides')).toBe(true)
  await change(rig)
  expect(await rig.installed.isIntact('tides')).toBe(false)
  const [plugin] = (await rig.plugins.list()).plugins
  expect(plugin).toMatchObject({ state: 'changed', card: null })
  expect(rig.disabled).toEqual(['tides'])
  const again = rig.reopen()
  expect((await again.installed.now()).plugins[0]).toMatchObject({ state: 'changed', content: null })
  await rig.plugins.turn('tides', true)
  expect(await rig.installed.isIntact('tides')).toBe(false)
})

it('shows changed files for a review, and uses them once the person agrees', async () => {
  const rig = await openPluginRig()
  const source = await rig.source({ 'run.sh': 'true', 'skills/read/SKILL.md': skillText('read') })
  await rig.plugins.install((await rig.preview(source)).id)
  await rig.write('home/plugins/tides/run.sh', 'false')
  await rig.write('home/plugins/tides/hooks/hooks.json', hooksText('Stop', './run.sh'))
  const review = await rig.plugins.review('tides')
  expect(review).toMatchObject({
    source: { kind: 'folder', path: source },
    update: { added: ['hooks/hooks.json'], changed: ['run.sh'], removed: [], grows: true },
  })
  expect(review.update?.more).toMatchObject({
    processes: [{ kind: 'hook', when: 'Stop', command: './run.sh' }],
    rights: [{ kind: 'continues-runs', about: '' }],
  })
  await rig.write('home/plugins/tides/run.sh', 'worse')
  await rig.plugins.install(review.id)
  expect(await readFile(rig.at('home/plugins/tides/run.sh'), 'utf8')).toBe('false')
  expect(await rig.installed.isIntact('tides')).toBe(true)
})

it('refuses a preview whose files have changed, and one that is no longer stored', async () => {
  const rig = await openPluginRig()
  const { id } = await rig.preview(await rig.source({ 'run.sh': 'true' }))
  await writeFile(
    rig.at('home/drafts', readdirSync(rig.at('home/drafts'))[0] ?? '', 'plugin/run.sh'),
    'false',
  )
  await expect(rig.plugins.install(id)).rejects.toThrow('files of this preview have changed')
  await rig.plugins.discard(id)
  await expect(rig.plugins.install(id)).rejects.toThrow('no longer stored')
  expect(rig.isInstalled('tides')).toBe(false)
})

it('updates, switches and removes a plugin', async () => {
  const rig = await openPluginRig()
  const source = await rig.source({ 'skills/read/SKILL.md': skillText('read') })
  await rig.plugins.install((await rig.preview(source)).id)
  expect(await rig.plugins.checkUpdate('tides')).toBeNull()
  await rig.source({ 'skills/rise/SKILL.md': skillText('rise') }, 'tides', '2.0.0')
  const update = await rig.plugins.checkUpdate('tides')
  expect(update?.update).toMatchObject({ from: '1.0.0', grows: false, added: ['skills/rise/SKILL.md'] })
  await rig.plugins.install(update?.id ?? '')
  expect((await rig.plugins.list()).plugins).toMatchObject([{ version: '2.0.0', state: 'on' }])
  await rig.plugins.turn('tides', false)
  expect(await rig.installed.isIntact('tides')).toBe(false)
  expect((await rig.plugins.list()).plugins).toMatchObject([{ state: 'off' }])
  await rig.plugins.remove('tides')
  expect([(await rig.plugins.list()).plugins, rig.isInstalled('tides')]).toEqual([[], false])
  await expect(rig.plugins.remove('tides')).rejects.toThrow('no plugin named tides')
})

it('loads nothing while the lock file cannot be used', async () => {
  const rig = await openPluginRig()
  await rig.plugins.install((await rig.preview(await rig.source({ 'run.sh': 'true' }))).id)
  for (const text of ['{', '{"lockVersion":2,"plugins":{}}', '{"lockVersion":1,"plugins":{"../x":{}}}']) {
    await writeFile(rig.lockFile, text)
    const { plugins, installed } = rig.reopen()
    expect(await plugins.list()).toMatchObject({ plugins: [], problem: { file: 'plugins.lock.json' } })
    expect(await installed.isIntact('tides')).toBe(false)
    await expect(plugins.turn('tides', true)).rejects.toThrow('plugins.lock.json cannot be used')
  }
})

type Hostile = readonly [what: string, words: string, make: (rig: Rig) => Promise<unknown>]
const inSource = (file: string, text: string) => (rig: Rig) => rig.write(`source/${file}`, text)
const FOLDERS: readonly Hostile[] = [
  ['no manifest', 'has no plugin', inSource('README.md', 'x')],
  ['no schema', 'no $schema', inSource('plugin.json', manifest())],
  [
    'another schema',
    'no $schema',
    inSource(
      'plugin.json',
      manifest({ $schema: 'https://agent-plugins.org/schemas/9.0.0/plugin.schema.json' }),
    ),
  ],
  ['a manifest that is no JSON', 'not valid JSON', inSource(CLAUDE, '{')],
  ['a manifest that is a list', 'not valid JSON', inSource(CLAUDE, '[]')],
  ['a name that leads out', 'cannot be named', inSource(CLAUDE, manifest({ name: '../tides' }))],
  ['a name in capitals', 'cannot be named', inSource(CLAUDE, manifest({ name: 'Tides' }))],
  ['a name of a device', 'cannot be named', inSource(CLAUDE, manifest({ name: 'con' }))],
  ['a name with two hyphens', 'cannot be named', inSource(CLAUDE, manifest({ name: 'a--b' }))],
  [
    'an author of another form',
    'author',
    inSource('plugin.json', manifest({ $schema: SCHEMA, author: { phone: '1' } })),
  ],
  [
    'a link to a file',
    'a link or a special file',
    async (rig) => {
      await rig.source({})
      await symlink('/etc/passwd', rig.at('source/SKILL.md'))
    },
  ],
  [
    'a link to a folder',
    'a link or a special file',
    async (rig) => {
      await rig.source({})
      await symlink('/etc', rig.at('source/skills'))
    },
  ],
  [
    'a manifest that is a link',
    'a link or a special file',
    async (rig) => {
      await rig.write('elsewhere.json', manifest())
      await mkdir(rig.at('source/.claude-plugin'), { recursive: true })
      await symlink(rig.at('elsewhere.json'), rig.at('source', CLAUDE))
    },
  ],
  ['a colon in a name', 'name cannot be used', (rig) => rig.source({ 'a:b.md': 'x' })],
  ['a backslash in a name', 'name cannot be used', (rig) => rig.source({ 'a\\b.md': 'x' })],
  ['two names that differ in case', 'two files named', (rig) => rig.source({ 'a.md': 'x', 'A.md': 'y' })],
  ['folders without end', 'name cannot be used', (rig) => rig.source({ [`${'a/'.repeat(40)}b`]: 'x' })],
]

describe('a folder is refused with', () => {
  it.skipIf(process.platform === 'win32').each(FOLDERS)('%s', async (_what, words, make) => {
    const rig = await openPluginRig()
    await make(rig)
    await expect(rig.plugins.open({ text: rig.at('source'), inside: null })).rejects.toThrow(words)
    expect(existsSync(rig.lockFile)).toBe(false)
    expect(readdirSync(rig.at('home/drafts'))).toEqual([])
  })
})

const good: ZipFile = { name: CLAUDE, content: manifest() }
const ARCHIVES: readonly (readonly [what: string, words: string, files: readonly ZipFile[]])[] = [
  ['a name that leads out', 'archive cannot be used', [good, { name: '../evil.sh', content: 'x' }]],
  ['an absolute name', 'archive cannot be used', [good, { name: '/tmp/evil.sh', content: 'x' }]],
  ['a link', 'a link or a device', [good, { name: 'link', content: '/etc/passwd', mode: 0o120_777 }]],
  ['a device', 'a link or a device', [good, { name: 'pipe', content: '', mode: 0o010_644 }]],
  ['a size of 4 GB', 'more than 50 MB', [good, { name: 'bomb', content: 'x', declared: 4_000_000_000 }]],
  [
    'a size that is a lie',
    'cannot be used',
    [good, { name: 'bomb', content: Buffer.alloc(200_000), declared: 10 }],
  ],
  ['a bomb', 'more than 50 MB', [good, { name: 'bomb', content: Buffer.alloc(60_000_000) }]],
  [
    'two files of one name',
    'two files named',
    [good, { name: 'a', content: 'x' }, { name: 'A', content: 'y' }],
  ],
  ['no plugin', 'has no plugin', [{ name: 'README.md', content: 'x' }]],
]

describe('an archive is refused with', () => {
  it.each(ARCHIVES)('%s', async (_what, words, files) => {
    const rig = await openPluginRig()
    const file = await rig.write('tides.zip', zipOf(files))
    await expect(rig.plugins.open({ text: file, inside: null })).rejects.toThrow(words)
    expect(readdirSync(rig.at('home/drafts'))).toEqual([])
    expect(existsSync(rig.at('home/evil.sh'))).toBe(false)
  })

  it('nothing, where one folder holds the plugin', async () => {
    const rig = await openPluginRig()
    const inner = [
      { name: `tides-main/${CLAUDE}`, content: manifest({ version: '3' }) },
      { name: 'tides-main/run.sh', content: 'true', mode: 0o100_755 },
    ]
    const preview = await rig.preview(await rig.write('tides.zip', zipOf(inner)))
    expect(preview).toMatchObject({ card: { version: '3', files: 2 }, source: { kind: 'zip' } })
  })
})

describe('parts that cannot be used leave the others in use:', () => {
  const cardOf = async (files: Readonly<Record<string, string>>) => {
    const rig = await openPluginRig()
    for (const [file, text] of Object.entries(files)) await rig.write(`source/${file}`, text)
    return (await rig.preview(rig.at('source'))).card
  }
  const portable = (more: object = {}) => manifest({ $schema: SCHEMA, ...more })
  const servers = (all: object) => JSON.stringify({ $schema: MCP_SCHEMA, mcpServers: all })

  it('unknown keys, skills and servers of Agent Plugins', async () => {
    const card = await cardOf({
      'plugin.json': portable({ hooks: './hooks.json', extensions: [] }),
      'skills/read/SKILL.md': skillText('read'),
      'skills/wrong/SKILL.md': skillText('other'),
      'commands/no.md': 'Not of this format.',
      'mcp.json': servers({
        good: { type: 'stdio', command: './bin/level', args: ['${PLUGIN_DATA}/x'] },
        out: { type: 'stdio', command: '../bin/level' },
        shell: { type: 'stdio', command: 'sh -c evil' },
        folder: { type: 'stdio', command: 'x', cwd: '${PLUGIN_ROOT}/../..' },
        own: { type: 'stdio', command: 'x', env: { PLUGIN_ROOT: '/' } },
        more: { type: 'stdio', command: 'x', shell: true },
        none: { command: 'x' },
        plain: { type: 'streamable-http', url: 'http://example.com/mcp' },
        user: { type: 'streamable-http', url: 'https://me:pw@example.com/mcp' },
        secret: { type: 'sse', url: 'https://example.com/mcp', headers: { A: 'vault:key' } },
        local: { type: 'sse', url: 'http://127.0.0.1:9/sse', headers: { 'X-Tenant': 'public' } },
      }),
    })
    expect(card.form).toBe('agent-plugins')
    expect(card.parts).toMatchObject({ skills: ['read'], commands: [], servers: ['good', 'local'] })
    expect(card.processes).toEqual([
      { kind: 'server', name: 'good', when: '', command: 'PLUGIN/bin/level PLUGIN_DATA/x' },
    ])
    const files = card.problems.map(({ message }) => message)
    expect(files.filter((message) => message.includes('does not read the key'))).toHaveLength(2)
    expect(files.filter((message) => message.startsWith('mcp.json: the server'))).toHaveLength(9)
    expect(files.some((message) => message.includes('wrong/SKILL.md'))).toBe(true)
  })

  it('paths that lead out, hooks of another form and an MCP file of another version', async () => {
    const card = await cardOf({
      [CLAUDE]: manifest({
        skills: ['../../home', '/etc', './more'],
        hooks: { Stop: 'run.sh' },
        commands: './one.md',
        lspServers: {},
      }),
      'more/rise/SKILL.md': skillText('rise'),
      'one.md': 'Do one thing.',
      'two.md': 'Do another.',
      '.mcp.json': '[]',
    })
    expect(card.parts).toMatchObject({ skills: ['rise'], commands: ['one'], hooks: [], servers: [] })
    const words = card.problems.map(({ message }) => message).join('\n')
    expect(words).toContain('../../home leads out of the plugin')
    expect(words).toContain('/etc leads out of the plugin')
    expect(words).toContain('does not read the key lspServers')
    expect(words).toContain('does not have the form of a hook')
  })
})

it('offers the plugins of a marketplace, and installs one without a manifest', async () => {
  const rig = await openPluginRig()
  await rig.write(
    'source/.claude-plugin/marketplace.json',
    JSON.stringify({
      name: 'harbour',
      plugins: [
        { name: 'tides', description: 'Tides.', source: './plugins/tides', version: '4', strict: false },
        { name: 'moon', source: { source: 'github', repo: 'harbour/moon' } },
        { name: 'out', source: '../../home' },
        { name: 'Bad Name', source: './x' },
        { name: 'gone', source: './gone' },
      ],
    }),
  )
  await rig.write('source/plugins/tides/skills/read/SKILL.md', skillText('read'))
  await rig.write('outside/skills/x/SKILL.md', skillText('x'))
  await symlink(rig.at('outside'), rig.at('source/gone'))
  const opened = await rig.plugins.open({ text: rig.at('source'), inside: null })
  expect(opened).toMatchObject({
    kind: 'choice',
    offers: [
      { name: 'tides', inside: 'plugins/tides', address: null },
      { name: 'moon', inside: null, address: 'https://github.com/harbour/moon.git' },
      { name: 'gone', inside: 'gone' },
    ],
  })
  const preview = await rig.preview(rig.at('source'), 'plugins/tides')
  expect(preview.card).toMatchObject({ name: 'tides', version: '4', parts: { skills: ['read'] } })
  await rig.plugins.install(preview.id)
  expect(await rig.installed.isIntact('tides')).toBe(true)
  for (const inside of ['gone', '../home', '/etc', 'nowhere']) {
    await expect(rig.plugins.open({ text: rig.at('source'), inside })).rejects.toThrow(
      'no plugin in the folder',
    )
  }
})

it('leaves out what git keeps, and keeps the right to run a file', async () => {
  const rig = await openPluginRig()
  const source = await rig.source({ '.git/hooks/post-checkout': 'evil', 'run.sh': 'true' })
  await chmod(rig.at('source/run.sh'), 0o755)
  const { id, card } = await rig.preview(source)
  expect(card.files).toBe(2)
  await rig.plugins.install(id)
  expect(existsSync(rig.at('home/plugins/tides/.git'))).toBe(false)
})
