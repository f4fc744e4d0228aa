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
 * Plain data: settings that name no program but MCP servers, each of which has a trust of its own; what finished runs left
 * behind, and what nothing loads.
 */
const INERT: ReadonlySet<string> = new Set([
  'config.toml',
  'config.local.toml',
  'workflow-runs',
  '.gitignore',
  'README.md',
  'extensions',
])

type Deps = { readonly reader: FolderReader; readonly rules: PathRules }

/** Code that a project carries: a digest that changes with it, and what there is by the name of its folder. */
export type CarriedCode = { readonly digest: string; readonly parts: readonly CarriedPart[] }

/**
 * Reads everything in a project's `.orrery/` that could act: workflows, agents, skills, hooks, and whatever a later
 * version loads from there. `null`: it carries nothing of the kind.
 */
export async function carriedCode(project: string, deps: Deps): Promise<CarriedCode | null> {
  const hash = createHash('sha256')
  const walk: Walk = { ...deps, hash, seen: 0, read: 0 }
  const folder = deps.rules.join(project, '.orrery')
  await addFolder(folder, '', 0, walk)
  if (walk.seen === 0) return null
  return { digest: hash.digest('hex'), parts: await partsIn(folder, deps) }
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
