import { createHash, type Hash } from 'node:crypto'
import type { CarriedPart } from '#shared/project/project.ts'
import { isErrno } from '../lib/errno.ts'
import type { FolderReader } from './folder-reader.ts'
import type { PathRules } from './paths.ts'

const MOST_FILES = 2_000
const LARGEST_FILE = 8 * 1024 * 1024
const MOST_BYTES = 64 * 1024 * 1024
const DEEPEST = 16
const MOST_PARTS = 20

/**
 * Plain data: settings, of which only the commands count and MCP servers have a trust of their own; what finished runs
 * left behind, and what nothing loads.
 */
const INERT: ReadonlySet<string> = new Set([
  'config.toml',
  'config.local.toml',
  'workflow-runs',
  '.gitignore',
  'README.md',
  'extensions',
])

/** The parts of folders that other programs read too, and that are used here. Those programs keep more in there. */
const FOREIGN: readonly (readonly string[])[] = [
  ...['agents', 'commands', 'hooks', 'output-styles', 'skills', 'workflows'].map((name) => ['.claude', name]),
  ['.agents', 'skills'],
]
/** Settings of other programs. Only their hooks act. */
const FOREIGN_FILES = ['settings.json', 'settings.local.json']

type Deps = { readonly reader: FolderReader; readonly rules: PathRules }

/** Code that a project carries: a digest that changes with it, and what there is by the name of its folder. */
export type CarriedCode = { readonly digest: string; readonly parts: readonly CarriedPart[] }

/**
 * Reads everything in a project that could act: all in `.orrery/`, also what a later version loads from there, and the
 * parts of `.claude/` and `.agents/` that this app uses. `null`: it carries nothing of the kind.
 */
export async function carriedCode(project: string, deps: Deps): Promise<CarriedCode | null> {
  const hash = createHash('sha256')
  const walk: Walk = { ...deps, hash, seen: 0, read: 0 }
  const folder = deps.rules.join(project, '.orrery')
  await addFolder(folder, '', 0, walk)
  const commands = await addCommands(deps.rules.join(folder, 'config.toml'), walk)
  const parts = [...(await partsIn(folder, deps)), ...commands, ...(await addForeign(project, walk))]
  if (walk.seen === 0) return null
  return { digest: hash.digest('hex'), parts: joined(parts) }
}

/** Adds the commands of the project's settings. The other settings start no program. */
async function addCommands(file: string, walk: Walk): Promise<readonly CarriedPart[]> {
  const text = await textOf(file, walk.reader)
  const commands = text === null ? [] : await commandsIn(text)
  if (commands.length === 0) return []
  walk.seen += 1
  const whole = JSON.stringify(commands)
  walk.hash.update(`config.toml:${whole.length}:${whole}`)
  return [{ name: 'checks', count: commands.length }]
}

/** Returns the commands after edits, those that format, and the language servers. A file that is no TOML sets nothing, and starts nothing. */
async function commandsIn(text: string): Promise<readonly unknown[]> {
  // A key without a backslash is spelled as it is, so most settings need no parser.
  if (!/afterEdit|diagnostics|format|\\/.test(text)) return []
  const { parse, TomlError } = await import('smol-toml')
  try {
    const { afterEdit, diagnostics, format } = parse(text.replace(/^\uFEFF/, ''))
    const commands = afterEdit === undefined ? [] : Array.isArray(afterEdit) ? afterEdit : [afterEdit]
    return [
      ...commands,
      ...(diagnostics === undefined ? [] : [{ diagnostics }]),
      ...(format === undefined ? [] : [{ format }]),
    ]
  } catch (error) {
    if (error instanceof TomlError) return []
    throw error
  }
}

/** Returns the text of a file; null for one that is missing, unreadable or too large. */
async function textOf(path: string, reader: FolderReader): Promise<string | null> {
  const bytes = await reader.bytes(path, LARGEST_FILE).catch((error: unknown) => {
    if (isErrno(error)) return null
    throw error
  })
  return bytes === null ? null : Buffer.from(bytes).toString('utf8')
}

/** Adds the parts that other programs read too, and returns them. */
async function addForeign(project: string, walk: Walk): Promise<readonly CarriedPart[]> {
  const parts: CarriedPart[] = []
  for (const way of FOREIGN) {
    const before = walk.seen
    const folder = way.reduce((at, name) => walk.rules.join(at, name), project)
    await addFolder(folder, `/${way.join('/')}`, 1, walk)
    if (walk.seen > before) {
      parts.push({ name: way.at(-1) ?? '', count: (await itemsOf(folder, walk.reader)).length })
    }
  }
  for (const name of FOREIGN_FILES) {
    const hooks = await hooksOf(walk.rules.join(walk.rules.join(project, '.claude'), name), walk.reader)
    if (hooks === null) continue
    walk.seen += 1
    walk.hash.update(`${name}:${hooks.length}:${hooks}`)
    parts.push({ name: 'hooks', count: 1 })
  }
  return parts
}

/** Returns the hooks of a settings file as text, the whole text of a file that is no JSON, null for none. */
async function hooksOf(path: string, reader: FolderReader): Promise<string | null> {
  const text = await textOf(path, reader)
  if (text === null) return null
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || !('hooks' in parsed)) return null
    return JSON.stringify(parsed.hooks)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

/** Adds up parts of one name. */
function joined(parts: readonly CarriedPart[]): CarriedPart[] {
  const counts = new Map<string, number>()
  for (const { name, count } of parts) counts.set(name, (counts.get(name) ?? 0) + count)
  return [...counts].map(([name, count]) => ({ name, count }))
}

/** Returns the parts of a folder, with the number of entries of each. */
async function partsIn(folder: string, { reader, rules }: Deps): Promise<CarriedPart[]> {
  const parts: CarriedPart[] = []
  const items = [...(await itemsOf(folder, reader))].sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { name, kind } of items) {
    if (INERT.has(name)) continue
    const count = kind === 'folder' ? (await itemsOf(rules.join(folder, name), reader)).length : 1
    if (count > 0 && parts.length < MOST_PARTS) parts.push({ name, count })
  }
  return parts
}

type Walk = Deps & { readonly hash: Hash; seen: number; read: number }

async function addFolder(folder: string, inside: string, depth: number, walk: Walk): Promise<void> {
  const items = await itemsOf(folder, walk.reader)
  const sorted = [...items].sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { name, kind } of sorted) {
    if (depth === 0 && INERT.has(name)) continue
    const path = walk.rules.join(folder, name)
    const label = `${inside}/${name}`
    if (kind === 'folder' && depth < DEEPEST) await addFolder(path, label, depth + 1, walk)
    else await addFile(path, label, kind === 'link', walk)
  }
}

async function addFile(path: string, label: string, link: boolean, walk: Walk): Promise<void> {
  walk.seen += 1
  const part = (text: string) => walk.hash.update(`${text.length}:${text}`)
  part(label)
  if (link) part(`link ${await walk.reader.linkTarget(path)}`)
  const enough = walk.seen > MOST_FILES || walk.read > MOST_BYTES
  const bytes = enough ? null : await walk.reader.bytes(path, LARGEST_FILE)
  if (bytes !== null) {
    walk.read += bytes.length
    part(`${bytes.length} bytes`)
    walk.hash.update(bytes)
    return
  }
  // Represents a file too large to read, or a special file, by its path and time.
  const found = await walk.reader.look(path).catch(() => null)
  part(found === null ? 'unreadable' : `${found.identity} ${found.modifiedAt}`)
}

async function itemsOf(folder: string, reader: FolderReader) {
  try {
    return await reader.items(folder)
  } catch (error) {
    // No such folder, or one that cannot be read and so cannot be run either.
    if (isErrno(error)) return []
    throw error
  }
}
