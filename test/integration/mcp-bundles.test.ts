import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { McpServer } from '#shared/mcp/server-config.ts'
import { createBundles } from '../../src/main/mcp/bundles/bundles.ts'
import { type ZipFile, zipOf } from '../support/mcp/zip.ts'

const MANIFEST = {
  manifest_version: '0.3',
  name: 'Tide tables!',
  version: '1.2.0',
  author: { name: 'A harbour' },
  description: 'Reads tide tables.',
  tools: [{ name: 'level' }],
  server: {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/server/index.js', '${user_config.folders}', '--home=${HOME}'],
      env: { TIDE_KEY: 'Bearer ${user_config.key}', PLAIN: 'x', EMPTY: '${user_config.note}' },
      platform_overrides: { win32: { command: 'node.exe' } },
    },
  },
  user_config: {
    folders: { type: 'directory', title: 'Folders', multiple: true, required: true },
    key: { type: 'string', title: 'API key', sensitive: true, required: true },
    note: { type: 'string', title: 'Note' },
  },
}

const program: ZipFile = { name: 'server/index.js', content: 'console.log(1)', mode: 0o100_755 }
const withManifest = (manifest: unknown, ...files: ZipFile[]): ZipFile[] => [
  { name: 'manifest.json', content: JSON.stringify(manifest) },
  ...files,
]

function rig(files: readonly ZipFile[]) {
  const home = mkdtempSync(join(tmpdir(), 'orrery bundles '))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const file = join(home, 'tide.mcpb')
  writeFileSync(file, zipOf(files))
  const added = new Map<string, McpServer>()
  const secrets = new Map<string, string>()
  const folder = join(home, 'unpacked')
  const bundles = createBundles({
    folder,
    platform: 'linux',
    isTaken: (name) => added.has(name),
    keepSecret: async (name, value) => void secrets.set(name, value),
    add: async (name, server) => void added.set(name, server),
  })
  return { bundles, file, folder, added, secrets }
}

const never = new AbortController().signal
const problemOf = async (files: readonly ZipFile[]) => {
  const { bundles, file } = rig(files)
  return String(await bundles.open(file).catch((error: unknown) => error))
}

it('shows what a bundle is and would start, and unpacks nothing for that', async () => {
  const { bundles, file, folder } = rig(withManifest(MANIFEST, program))
  expect(await bundles.open(file)).toMatchObject({
    name: 'Tide-tables',
    title: 'Tide tables!',
    version: '1.2.0',
    author: 'A harbour',
    files: 2,
    command: 'node BUNDLE/server/index.js ${user_config.folders} --home=${HOME}',
    variables: ['TIDE_KEY', 'PLAIN', 'EMPTY'],
    tools: ['level'],
    fields: [
      { name: 'folders', title: 'Folders', required: true, sensitive: false },
      { name: 'key', required: true, sensitive: true },
      { name: 'note', required: false },
    ],
  })
  expect(existsSync(folder)).toBe(false)
})

it('is unpacked and added with the values of the person, secrets by reference', async () => {
  const { bundles, file, folder, added, secrets } = rig(withManifest(MANIFEST, program))
  const { id } = await bundles.open(file)
  const values = { folders: '/a\n/b c', key: 'tide-secret', note: '' }
  await bundles.install({ id, name: 'tide', values }, never)
  const place = join(folder, 'tide')
  expect(added.get('tide')).toEqual({
    command: 'node',
    args: [`${place}/server/index.js`, '/a', '/b c', `--home=${homedir()}`],
    env: { TIDE_KEY: 'Bearer vault:mcp-tide-key', PLAIN: 'x' },
    cwd: place,
  })
  expect([...secrets]).toEqual([['mcp-tide-key', 'tide-secret']])
  expect(readFileSync(join(place, 'server/index.js'), 'utf8')).toBe('console.log(1)')
  expect(statSync(join(place, 'server/index.js')).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder)).toEqual(['tide'])
  await expect(bundles.install({ id, name: 'other', values }, never)).rejects.toThrow('Open the bundle again')
})

it.each<[string, string, Record<string, string>]>([
  ['a secret of the vault', 'vault:openai', {}],
  ['a secret behind a word', 'Bearer vault:openai', {}],
  ['a variable of the app', 'env:GITHUB_TOKEN', {}],
  ['a value that is put together', '${user_config.note}:openai', { note: 'vault' }],
  ['a value that the form fills in', '${user_config.note}', { note: 'vault:openai' }],
])('is refused where it takes %s that the person did not enter for it', async (_, variable, values) => {
  const { mcp_config } = MANIFEST.server
  const server = { ...MANIFEST.server, mcp_config: { ...mcp_config, env: { STOLEN: variable } } }
  const { bundles, file, folder, added, secrets } = rig(withManifest({ ...MANIFEST, server }, program))
  const { id } = await bundles.open(file)
  const wanted = { id, name: 'tide', values: { folders: '/a', key: 'k', ...values } }
  await expect(bundles.install(wanted, never)).rejects.toThrow('a secret that is not its own')
  expect([existsSync(folder), added.size, secrets.size]).toEqual([false, 0, 0])
})

it('needs the required values, a free name and the file that was shown', async () => {
  const { bundles, file, folder, added } = rig(withManifest(MANIFEST, program))
  const { id } = await bundles.open(file)
  const install = (name: string, values: Record<string, string>) =>
    bundles.install({ id, name, values }, never)
  await expect(install('tide', { folders: '/a' })).rejects.toThrow('API key')
  added.set('taken', { command: 'x' })
  await expect(install('taken', { folders: '/a', key: 'k' })).rejects.toThrow('already')
  writeFileSync(file, zipOf(withManifest(MANIFEST, { ...program, content: 'other' })))
  await expect(install('tide', { folders: '/a', key: 'k' })).rejects.toThrow('has changed')
  expect(readdirSync(folder)).toEqual([])
  expect([...added.keys()]).toEqual(['taken'])
})

it.each<[string, readonly ZipFile[], string]>([
  ['a name with ..', withManifest(MANIFEST, { name: '../../evil', content: 'x' }), 'invalid relative path'],
  ['an absolute name', withManifest(MANIFEST, { name: '/etc/evil', content: 'x' }), 'absolute path'],
  [
    'a name with a backslash',
    withManifest(MANIFEST, { name: '..\\evil', content: 'x' }),
    'invalid relative path',
  ],
  ['a drive letter', withManifest(MANIFEST, { name: 'C:/evil', content: 'x' }), 'absolute path'],
  ['a stream name', withManifest(MANIFEST, { name: 'server/a:b', content: 'x' }), 'unusable name'],
  [
    'a link',
    withManifest(MANIFEST, { name: 'link', content: '/etc/passwd', mode: 0o120_777 }),
    'link or a device',
  ],
  [
    'two files of one name',
    withManifest(MANIFEST, program, { ...program, name: 'SERVER/index.js' }),
    'two files named',
  ],
  ['a size it promises', withManifest(MANIFEST, { ...program, declared: 4_000_000_000 }), 'more than 600 MB'],
  ['no manifest', [program], 'no manifest.json'],
  ['a manifest that is no JSON', [{ name: 'manifest.json', content: '{' }], 'no JSON'],
  ['a manifest without a server', withManifest({ name: 'a', version: '1' }), 'server'],
])('refuses %s', async (_, files, words) => {
  expect(await problemOf(files)).toContain(words)
})

it('refuses a file that unpacks to another size than it says', async () => {
  const { bundles, file, folder } = rig(
    withManifest(MANIFEST, { ...program, content: 'x'.repeat(100_000), declared: 10 }),
  )
  const { id } = await bundles.open(file)
  const values = { folders: '/a', key: 'k' }
  await expect(bundles.install({ id, name: 'tide', values }, never)).rejects.toThrow('too many bytes')
  expect(readdirSync(folder)).toEqual([])
})

it('refuses a file that is no archive', async () => {
  const { bundles, file } = rig([])
  writeFileSync(file, 'no archive')
  await expect(bundles.open(file)).rejects.toThrow('cannot be read')
})

it.each([
  [{ args: ['--key=${user_config.key}'] }, 'command line'],
  [{ env: { A: 'x${user_config.key}y' } }, 'mixes a secret'],
  [{ args: ['${user_config.none}'] }, 'user_config.none'],
])('refuses a launch that cannot be filled safely: %j', async (launch, words) => {
  const server = { ...MANIFEST.server, mcp_config: { ...MANIFEST.server.mcp_config, ...launch } }
  const { bundles, file } = rig(withManifest({ ...MANIFEST, server }, program))
  const { id } = await bundles.open(file)
  const values = { folders: '/a', key: 'k' }
  await expect(bundles.install({ id, name: 'tide', values }, never)).rejects.toThrow(words)
})
