import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { PluginCard, PluginSource } from '#shared/plugin/plugin.ts'
import { say } from '#shared/sentences.ts'
import { compareHashes, hashPluginFiles, listPluginFiles } from './plugin-files.ts'

/** A plugin that the person looks at. Its files are a copy that nothing loads. */
export type PluginDraft = {
  /** The folder with everything of the draft, and the one of the plugin in it. */
  readonly scratch: string
  readonly folder: string
  readonly source: PluginSource
  readonly card: PluginCard
  readonly hashes: Readonly<Record<string, string>>
}

type Deps = {
  /** The folder of all drafts. It is emptied at the first use. */
  readonly drafts: string
  readonly newId: () => string
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** The result of a task with a scratch folder, and whether a draft keeps the folder. */
type Done<T> = { readonly kept: boolean; readonly value: T }

/** Drafts that stay open. */
const MOST_OPEN = 5

/** Keeps the drafts of plugins, and the tasks that open one. */
export function createPluginDrafts({ drafts: folder, newId, signal: end }: Deps) {
  const drafts = new Map<string, PluginDraft>()
  const opening = new Set<AbortController>()
  let emptied: Promise<void> | null = null

  const discard = async (id: string): Promise<void> => {
    const draft = drafts.get(id)
    drafts.delete(id)
    if (draft !== undefined) await rm(draft.scratch, { recursive: true, force: true })
  }

  return {
    discard,
    /** Returns an unused folder for drafts. */
    aside: () => join(folder, newId()),
    add: async (draft: PluginDraft): Promise<string> => {
      const id = newId()
      drafts.set(id, draft)
      for (const old of [...drafts.keys()].slice(0, -MOST_OPEN)) await discard(old)
      return id
    },
    /** Returns a draft whose files are still those that were described. */
    take: async (id: string): Promise<PluginDraft> => {
      const draft = drafts.get(id)
      if (draft === undefined) throw AppError.saying('config.invalid', say('plugin.previewGone'))
      const now = await hashPluginFiles(draft.folder, await listPluginFiles(draft.folder))
      if (compareHashes(draft.hashes, now) === null) return draft
      throw AppError.saying('config.invalid', say('plugin.previewChanged'))
    },
    /** Stops every task that is running. */
    cancel: (): void => {
      for (const controller of opening) controller.abort()
    },
    /** Runs a task with a scratch folder, which is removed unless a draft keeps it. */
    withScratch: async <T>(task: (scratch: string, signal: AbortSignal) => Promise<Done<T>>): Promise<T> => {
      // Registered before anything is awaited, so that the person can stop it from the beginning.
      const controller = new AbortController()
      opening.add(controller)
      const signal = AbortSignal.any([controller.signal, end])
      const scratch = join(folder, newId())
      let kept = false
      try {
        emptied ??= rm(folder, { recursive: true, force: true })
        await emptied
        await mkdir(scratch, { recursive: true, mode: 0o700 })
        signal.throwIfAborted()
        const done = await task(scratch, signal)
        signal.throwIfAborted()
        kept = done.kept
        return done.value
      } catch (error) {
        if (controller.signal.aborted) throw AppError.cancelled('The person stopped opening the plugin.')
        throw error
      } finally {
        opening.delete(controller)
        if (!kept) await rm(scratch, { recursive: true, force: true })
      }
    },
  }
}
