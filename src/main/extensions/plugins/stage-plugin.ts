import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { PluginOffer, PluginSource } from '#shared/plugin/plugin.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../../lib/errno.ts'
import { inspectZip, unpackZip, type ZipLimits, ZipProblem } from '../../lib/files/unpack-zip.ts'
import { isInside, readTextFile } from '../text-file.ts'
import { type GitPlace, gitPlaceOf, type PluginFetch } from './fetch-plugin.ts'
import { insideOf, MARKETPLACE_FILE, marketplaceEntries } from './marketplace.ts'
import { copyPlugin, PLUGIN_LIMITS, writePluginFile } from './plugin-files.ts'
import { MANIFEST_FILES } from './plugin-manifest.ts'

/** A source as the person typed or chose it. `inside` is a folder of a marketplace. */
export type TypedSource = { readonly text: string; readonly inside: string | null }

/** A copy of a plugin that nothing loads, or the offers of a marketplace. */
export type Staged =
  | { readonly kind: 'plugin'; readonly source: PluginSource; readonly folder: string }
  | { readonly kind: 'choice'; readonly offers: readonly PluginOffer[] }

const ZIP_LIMITS: ZipLimits = {
  noun: 'archive',
  packed: PLUGIN_LIMITS.bytes,
  files: PLUGIN_LIMITS.files,
  content: PLUGIN_LIMITS.bytes,
}

type Origin =
  | { readonly kind: 'folder' | 'zip'; readonly path: string }
  | { readonly kind: 'git'; readonly place: GitPlace }

/** Copies a plugin from its source into `scratch`, a new folder. Starts nothing of it. */
export function createStaging({ fetch }: { readonly fetch: PluginFetch }) {
  return async (typed: TypedSource, scratch: string, signal: AbortSignal): Promise<Staged> => {
    const origin = await originOf(typed.text)
    const inside = typed.inside === null ? null : insideOf(typed.inside)
    if (typed.inside !== null && inside === null) throw noOffer(typed.inside)
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const { root, commit } = await contentOf(origin, { fetch, scratch, signal })
    const entries = await entriesIn(root)
    if (inside === null && !(await hasManifest(root)) && entries.length > 0) {
      return { kind: 'choice', offers: entries.map(({ offer }) => offer) }
    }
    const from = inside === null ? root : join(root, inside)
    const folder = join(scratch, 'plugin')
    if (!(await isFolder(from)) || !isInside(await realpath(root), await realpath(from))) {
      throw noOffer(inside ?? '')
    }
    await copyPlugin(from, folder, signal)
    const listed = entries.find(({ offer }) => inside !== null && offer.inside === inside)
    if (listed !== undefined && !(await hasManifest(folder))) {
      const bytes = Buffer.from(JSON.stringify(listed.entry, null, 2))
      await writePluginFile(folder, MANIFEST_FILES[1], { bytes, isProgram: false })
    }
    await rm(join(scratch, 'all'), { recursive: true, force: true })
    if (!(await hasManifest(folder))) {
      throw AppError.saying('config.invalid', say('plugin.noManifest', { place: shortName(origin, from) }))
    }
    return { kind: 'plugin', folder, source: sourceOf(origin, inside, commit) }
  }
}

export type StagePlugin = ReturnType<typeof createStaging>

/** Returns a source as the person would type it. */
export const typedSource = (source: PluginSource): TypedSource => ({
  text: source.kind === 'git' ? `${source.url}${source.ref === null ? '' : `#${source.ref}`}` : source.path,
  inside: source.inside,
})

function sourceOf(origin: Origin, inside: string | null, commit: string): PluginSource {
  if (origin.kind !== 'git') return { kind: origin.kind, path: origin.path, inside }
  return { kind: 'git', ...origin.place, commit, inside }
}

const shortName = (origin: Origin, from: string) =>
  origin.kind === 'git' ? origin.place.url : basename(origin.kind === 'zip' ? origin.path : from)

const noOffer = (inside: string): AppError =>
  AppError.saying('config.invalid', say('plugin.noOffer', { inside: inside.slice(0, 200) }))

async function originOf(text: string): Promise<Origin> {
  const typed = text.trim().replace(/^~(?=$|[\\/])/, homedir())
  const unknown = AppError.saying('config.invalid', say('plugin.badSource', { source: text.slice(0, 300) }))
  if (!isAbsolute(typed)) {
    const place = gitPlaceOf(typed)
    if (place === null) throw unknown
    return { kind: 'git', place }
  }
  const path = resolve(typed)
  try {
    const found = await stat(path)
    if (found.isDirectory()) return { kind: 'folder', path }
    if (found.isFile() && /\.zip$/i.test(path)) return { kind: 'zip', path }
  } catch (error) {
    if (!isErrno(error)) throw error
  }
  throw unknown
}

type Fetching = { readonly fetch: PluginFetch; readonly scratch: string; readonly signal: AbortSignal }

async function contentOf(
  origin: Origin,
  { fetch, scratch, signal }: Fetching,
): Promise<{ readonly root: string; readonly commit: string }> {
  if (origin.kind === 'folder') return { root: origin.path, commit: '' }
  const all = join(scratch, 'all')
  await mkdir(all, { mode: 0o700 })
  if (origin.kind === 'git') return { root: all, commit: await fetch(origin.place, scratch, all, signal) }
  try {
    const { digest } = await inspectZip(origin.path, ZIP_LIMITS, null)
    await unpackZip({ file: origin.path, digest, folder: all }, ZIP_LIMITS, signal)
  } catch (error) {
    if (!(error instanceof ZipProblem)) throw error
    throw AppError.saying('config.invalid', say('plugin.archive', { problem: error.message }))
  }
  return { root: await innerFolder(all), commit: '' }
}

/** Many archives hold one folder with everything in it. */
async function innerFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true })
  const [only] = entries.filter(({ name }) => name !== '__MACOSX')
  const hasOne = entries.filter(({ name }) => name !== '__MACOSX').length === 1
  if (only === undefined || !hasOne || !only.isDirectory() || only.name === '.claude-plugin') return folder
  return join(folder, only.name)
}

async function entriesIn(root: string) {
  const read = await readTextFile(join(root, MARKETPLACE_FILE), { within: root, shown: MARKETPLACE_FILE })
  return read?.ok === true ? marketplaceEntries(read.text) : []
}

async function hasManifest(folder: string): Promise<boolean> {
  const found = await Promise.all(MANIFEST_FILES.map((file) => isThere(join(folder, file))))
  return found.includes(true)
}

async function isThere(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile()
  } catch (error) {
    if (isErrno(error)) return false
    throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (isErrno(error)) return false
    throw error
  }
}
