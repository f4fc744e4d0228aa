import { AppError } from '#shared/errors.ts'
import type {
  PluginCard,
  PluginFileChanges,
  PluginList,
  PluginProblem,
  PluginState,
} from '#shared/plugin/plugin.ts'
import type { Clock } from '../../lib/clock.ts'
import { isErrno } from '../../lib/errno.ts'
import type { SchemaCheck } from '../tools/own-tool-files.ts'
import { type LockedPlugin, type PluginLock, readLock } from './lock-file.ts'
import { describePlugin } from './plugin-card.ts'
import { type PluginContent, readPlugin } from './plugin-content.ts'
import { compareHashes, hashPluginFiles, listPluginFiles, type PluginFile } from './plugin-files.ts'
import type { PluginPlace } from './plugin-servers.ts'

/** An installed plugin as its files are now. `content` is null unless they are those that the person installed. */
export type InstalledPlugin = {
  readonly name: string
  readonly locked: LockedPlugin
  readonly state: PluginState
  readonly content: PluginContent | null
  readonly card: PluginCard | null
  readonly changes: PluginFileChanges | null
  /** Differs after any change of its files. */
  readonly mark: string
}

/** All installed plugins. `problem`: the lock file cannot be used. */
export type InstalledState = {
  readonly plugins: readonly InstalledPlugin[]
  readonly problem: PluginProblem | null
}

type Deps = {
  readonly lockFile: string
  readonly placeOf: (name: string) => PluginPlace
  readonly checkOf: () => Promise<SchemaCheck>
  readonly countTokens: (text: string) => number
  readonly clock: Pick<Clock, 'elapsed'>
  /** Reports any change of what is loaded. */
  readonly changed: () => void
  /** Reports a plugin whose files have changed since it was installed. */
  readonly disabled: (name: string) => void
  readonly report: (error: unknown) => void
}

/** The time after which the files are compared again when the plugins are used, in milliseconds. */
const HOLDS_MS = 2_000

/** The installed plugins. Their files are compared with the lock file before anything of them is used. */
export function createInstalledPlugins(deps: Deps) {
  let current: Promise<InstalledState> | null = null
  let refreshing: Promise<void> | null = null
  let checkedAt = 0
  const known = new Map<string, InstalledPlugin>()
  const told = new Set<string>()

  const look = async (name: string, locked: LockedPlugin): Promise<InstalledPlugin> => {
    const place = deps.placeOf(name)
    const listed = await filesIn(place.root)
    if ('changes' in listed) return { name, locked, state: 'changed', content: null, card: null, ...listed }
    const mark = markOf(listed.files)
    const before = known.get(name)
    if (before?.mark === mark && JSON.stringify(before.locked) === JSON.stringify(locked)) return before
    const changes = compareHashes(locked.files, await hashPluginFiles(place.root, listed.files))
    if (changes !== null) {
      return { name, locked, state: 'changed', content: null, card: null, changes, mark }
    }
    const { content, card } = await read(place, listed.files, deps)
    const state = locked.on && content !== null ? 'on' : 'off'
    // A file that changed while it was read may have been read in part.
    const again = await filesIn(place.root)
    const isSame = 'files' in again && markOf(again.files) === mark
    return { name, locked, state, content, card, changes: null, mark: isSame ? mark : '' }
  }

  const load = async (): Promise<InstalledState> => {
    const read = await lockIn(deps.lockFile)
    if ('problem' in read) return { plugins: [], problem: read.problem }
    const plugins: InstalledPlugin[] = []
    for (const [name, locked] of read.lock) plugins.push(await look(name, locked))
    known.clear()
    for (const plugin of plugins) known.set(plugin.name, plugin)
    for (const { name, state } of plugins) {
      if (state !== 'changed') told.delete(name)
      else if (!told.has(name)) {
        told.add(name)
        deps.disabled(name)
      }
    }
    return { plugins, problem: null }
  }

  const refreshOnce = async (): Promise<void> => {
    const before = await current?.catch(() => null)
    const next = await load()
    checkedAt = deps.clock.elapsed()
    if (before !== undefined && before !== null && keyOf(before) === keyOf(next)) return
    current = Promise.resolve(next)
    if (before !== undefined) deps.changed()
  }
  /** Compares the files with the lock file. Callers share a comparison that has not begun to end. */
  const refresh = (): Promise<void> => {
    const waiting = (refreshing ?? Promise.resolve()).catch(() => {}).then(refreshOnce)
    refreshing = waiting
    return waiting
  }

  const now = (): Promise<InstalledState> => {
    if (current === null) {
      checkedAt = deps.clock.elapsed()
      current = load()
      return current
    }
    if (deps.clock.elapsed() - checkedAt > HOLDS_MS) {
      checkedAt = deps.clock.elapsed()
      refresh().catch(deps.report)
    }
    return current
  }

  return {
    /** Returns the plugins. The same promise, as long as nothing has changed. */
    now,
    refresh,
    /** Whether a plugin is on and its files are, at this moment, those that the person installed. */
    isIntact: async (name: string): Promise<boolean> => {
      const find = async () => (await now()).plugins.find((each) => each.name === name)
      const plugin = await find()
      if (plugin?.state !== 'on') return false
      const listed = await filesIn(deps.placeOf(name).root)
      if ('files' in listed && markOf(listed.files) === plugin.mark) return true
      await refresh()
      return (await find())?.state === 'on'
    },
    list: async (): Promise<PluginList> => {
      await refresh()
      const { plugins, problem } = await now()
      return {
        plugins: plugins.map(({ name, locked, state, card, changes }) => {
          const { version, source, installedAt } = locked
          return { name, version, source, installedAt, state, card, changes }
        }),
        problem,
      }
    },
  }
}

export type InstalledPlugins = ReturnType<typeof createInstalledPlugins>

const markOf = (files: readonly PluginFile[]): string =>
  files.map(({ path, mark }) => `${path}\0${mark}`).join('\n')

const keyOf = ({ plugins, problem }: InstalledState): string =>
  JSON.stringify([problem, plugins.map(({ name, locked, state, mark }) => [name, locked, state, mark])])

type Listed =
  | { readonly files: readonly PluginFile[] }
  | { readonly changes: PluginFileChanges; readonly mark: string }

/** Lists the files of an installed plugin. A folder that cannot be listed any more counts as changed. */
async function filesIn(root: string): Promise<Listed> {
  const nothing = { added: [], changed: [], removed: [] }
  try {
    return { files: await listPluginFiles(root) }
  } catch (error) {
    if (isErrno(error)) return { changes: { ...nothing, removed: ['.'] }, mark: '' }
    if (!(error instanceof AppError)) throw error
    const path = error.said?.[0]?.facts['path'] ?? '.'
    return { changes: { ...nothing, added: [path] }, mark: '' }
  }
}

type Lock = { readonly lock: PluginLock } | { readonly problem: PluginProblem }

async function lockIn(file: string): Promise<Lock> {
  try {
    return { lock: await readLock(file) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { text: message, said } = error.told()
    return { problem: { file: 'plugins.lock.json', message, said } }
  }
}

type Read = { readonly content: PluginContent | null; readonly card: PluginCard | null }

async function read(place: PluginPlace, files: readonly PluginFile[], deps: Deps): Promise<Read> {
  const { countTokens, checkOf } = deps
  try {
    const content = await readPlugin({ folder: place.root, place, checkOf })
    return { content, card: await describePlugin({ content, folder: place.root, place, files, countTokens }) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { content: null, card: null }
  }
}
