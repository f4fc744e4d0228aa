import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type {
  PluginCard,
  PluginList,
  PluginOpened,
  PluginPreview,
  PluginSource,
  PluginUpdate,
} from '#shared/plugin/plugin.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../../lib/clock.ts'
import { isErrno } from '../../lib/errno.ts'
import type { SchemaCheck } from '../tools/own-tool-files.ts'
import type { InstalledPlugins } from './installed-plugins.ts'
import { type LockedPlugin, readLock, writeLock } from './lock-file.ts'
import { describePlugin, moreConsent } from './plugin-card.ts'
import { readPlugin } from './plugin-content.ts'
import { createPluginDrafts, type PluginDraft } from './plugin-drafts.ts'
import { compareHashes, hashPluginFiles, listPluginFiles } from './plugin-files.ts'
import type { PluginPlace } from './plugin-servers.ts'
import { type StagePlugin, type TypedSource, typedSource } from './stage-plugin.ts'

type Deps = {
  readonly installed: InstalledPlugins
  readonly stage: StagePlugin
  readonly lockFile: string
  /** The folder for plugins that are not installed yet. It is emptied at the first use. */
  readonly drafts: string
  readonly placeOf: (name: string) => PluginPlace
  readonly checkOf: () => Promise<SchemaCheck>
  readonly countTokens: (text: string) => number
  readonly clock: Pick<Clock, 'now'>
  readonly newId?: () => string
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Installs, updates and removes plugins. Nothing of a plugin is loaded before `install`. */
export function createPlugins(deps: Deps) {
  const { installed, stage, lockFile, placeOf, newId = randomUUID } = deps
  const drafts = createPluginDrafts({ drafts: deps.drafts, newId, signal: deps.signal })
  const { withScratch } = drafts
  const inTurn = createTurns()

  const describe = async (folder: string, source: PluginSource, scratch: string): Promise<PluginPreview> => {
    const files = await listPluginFiles(folder)
    const hashes = await hashPluginFiles(folder, files)
    // The place depends on the name, which the manifest holds.
    const { manifest } = await readPlugin({ folder, place: placeOf('plugin'), checkOf: deps.checkOf })
    const place = placeOf(manifest.name)
    const content = await readPlugin({ folder, place, checkOf: deps.checkOf })
    const { countTokens } = deps
    const card = await describePlugin({ content, folder, place, files, countTokens })
    const id = await drafts.add({ scratch, folder, source, card, hashes })
    const before = (await readLock(lockFile)).get(manifest.name)
    return {
      id,
      source,
      card,
      update: before === undefined ? null : updateOf(before, { source, card, hashes }),
    }
  }

  const open = (typed: TypedSource): Promise<PluginOpened> =>
    withScratch<PluginOpened>(async (scratch, signal) => {
      const staged = await stage(typed, scratch, signal)
      if (staged.kind === 'choice') {
        return { kept: false, value: { kind: 'choice', source: typed.text, offers: staged.offers } }
      }
      const preview = await describe(staged.folder, staged.source, scratch)
      return { kept: true, value: { kind: 'preview', preview } }
    })

  const lockedOf = async (name: string): Promise<LockedPlugin> => {
    const locked = (await readLock(lockFile)).get(name)
    if (locked === undefined) throw AppError.saying('config.invalid', say('plugin.notInstalled', { name }))
    return locked
  }

  const change = (act: (lock: Map<string, LockedPlugin>) => Promise<void>): Promise<void> =>
    inTurn(async () => {
      const lock = new Map(await readLock(lockFile))
      await act(lock)
      await installed.refresh()
    })

  return {
    list: (): Promise<PluginList> => installed.list(),
    /** Copies a plugin from its source and describes it. Starts nothing of it. */
    open,
    /** Stops every plugin that is being opened. */
    cancel: drafts.cancel,
    discard: drafts.discard,
    /** Returns the card of a plugin that was described. Throws an `AppError` when it is gone or has changed. */
    cardOf: async (id: string): Promise<PluginCard> => (await drafts.take(id)).card,
    /** Describes the newest files of the source of a plugin; null where they are those that are installed. */
    checkUpdate: async (name: string): Promise<PluginPreview | null> => {
      const { source: before, files } = await lockedOf(name)
      return withScratch<PluginPreview | null>(async (scratch, signal) => {
        const staged = await stage(typedSource(before), scratch, signal)
        if (staged.kind === 'choice') return { kept: false, value: null }
        const hashes = await hashPluginFiles(staged.folder, await listPluginFiles(staged.folder))
        if (compareHashes(files, hashes) === null) return { kept: false, value: null }
        return { kept: true, value: await describe(staged.folder, staged.source, scratch) }
      })
    },
    /** Describes the files of a plugin as they are now, so that the person can install them as they are. */
    review: async (name: string): Promise<PluginPreview> => {
      const { source } = await lockedOf(name)
      return withScratch<PluginPreview>(async (scratch, signal) => {
        const staged = await stage({ text: placeOf(name).root, inside: null }, scratch, signal)
        if (staged.kind === 'choice') {
          throw AppError.saying('config.invalid', say('plugin.noManifest', { place: name }))
        }
        return { kept: true, value: await describe(staged.folder, source, scratch) }
      })
    },
    /** Installs a plugin as it was described, and replaces an earlier version. */
    install: (id: string): Promise<void> =>
      change(async (lock) => {
        const { card, hashes, source, folder } = await drafts.take(id)
        await replaceFolder(folder, placeOf(card.name).root, drafts.aside())
        lock.set(card.name, lockOf(card, { source, hashes, at: deps.clock.now() }))
        await writeLock(lockFile, lock)
        await drafts.discard(id)
      }),
    turn: (name: string, on: boolean): Promise<void> =>
      change(async (lock) => {
        lock.set(name, { ...(await lockedOf(name)), on })
        await writeLock(lockFile, lock)
      }),
    /** Removes a plugin with its files and its data. */
    remove: (name: string): Promise<void> =>
      change(async (lock) => {
        await lockedOf(name)
        lock.delete(name)
        // Written first: a plugin without an entry is not loaded, whatever is left of its files.
        await writeLock(lockFile, lock)
        const { root, data } = placeOf(name)
        await rm(root, { recursive: true, force: true })
        await rm(data, { recursive: true, force: true })
      }),
  }
}

export type Plugins = ReturnType<typeof createPlugins>

/** Returns the lock entry of a plugin that the person has just installed. */
function lockOf(
  { version, processes, hosts, rights }: PluginDraft['card'],
  { source, hashes, at }: Pick<PluginDraft, 'source' | 'hashes'> & { readonly at: number },
): LockedPlugin {
  return {
    version,
    source,
    files: { ...hashes },
    on: true,
    installedAt: at,
    consent: { processes: [...processes], hosts: [...hosts], rights: [...rights] },
  }
}

function updateOf(before: LockedPlugin, now: Pick<PluginDraft, 'source' | 'card' | 'hashes'>): PluginUpdate {
  const changes = compareHashes(before.files, now.hashes) ?? { added: [], changed: [], removed: [] }
  const more = moreConsent(before.consent, now.card)
  return {
    ...changes,
    from: before.version,
    more,
    otherSource: placeKey(before.source) !== placeKey(now.source),
    grows: more.processes.length + more.hosts.length + more.rights.length > 0,
  }
}

const placeKey = (source: PluginSource): string => JSON.stringify(typedSource(source))

/** Replaces a folder by another one. A failure leaves the first one. */
async function replaceFolder(from: string, to: string, aside: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const hadOne = await moved(to, aside)
  try {
    await rename(from, to)
  } catch (error) {
    if (hadOne) await rename(aside, to)
    throw error
  }
  await rm(aside, { recursive: true, force: true })
}

/** Whether there was a folder to move. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false
    throw error
  }
}

/** Creates a queue in which each task waits for the end of the one before. */
function createTurns() {
  let last: Promise<void> = Promise.resolve()
  return (task: () => Promise<void>): Promise<void> => {
    const mine = last.catch(() => {}).then(task)
    last = mine
    return mine
  }
}
