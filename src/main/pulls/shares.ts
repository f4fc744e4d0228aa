import { createHash } from 'node:crypto'
import type { SharedChat, SharePreview } from '#shared/changes/forge-acts.ts'
import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { say } from '#shared/sentences.ts'
import type { Git } from '../git/start-git.ts'
import type { ForgeAt, Forges } from './choose-forge.ts'
import { repositoryOf } from './pull-place.ts'

/** Bytes of a text that servers take and show. */
const MOST_BYTES = 8 * 1024 * 1024

type Deps = {
  readonly forges: Forges
  readonly git: Pick<Git, 'work'>
  /** Returns the project of a chat; null for a chat without one. */
  readonly projectOf: (id: SessionId) => Promise<Project | null>
  /** Returns the chat without secrets. */
  readonly textOf: (
    id: SessionId,
    isSummary: boolean,
  ) => Promise<{
    readonly title: string
    readonly fileName: string
    readonly text: string
    readonly secrets: number
  }>
}

/** A chat, whole or as a summary. */
export type ShareWish = { readonly sessionId: SessionId; readonly isSummary: boolean }

export type Shares = ReturnType<typeof createShares>

/**
 * Shares chats on the server of their project, or else on a public one. Nothing goes out that the person has not seen:
 * the text is made again and compared with what was shown.
 */
export function createShares(deps: Deps) {
  const made = new Map<string, ForgeAt & { readonly id: string }>()
  const preview = async (wish: ShareWish, signal: AbortSignal) => {
    const at = await forgeOf(deps, wish.sessionId, signal)
    const shown = await deps.textOf(wish.sessionId, wish.isSummary)
    if (Buffer.byteLength(shown.text) > MOST_BYTES) throw AppError.saying('other', say('share.tooLong'))
    return { at, shown, digest: createHash('sha256').update(shown.text).digest('hex') }
  }
  return {
    preview: async (wish: ShareWish, signal: AbortSignal): Promise<SharePreview> => {
      const { at, shown, digest } = await preview(wish, signal)
      return { ...shown, host: at.host, kind: at.forge.cli === 'gh' ? 'gist' : 'snippet', digest }
    },
    create: async (
      wish: ShareWish & Pick<SharePreview, 'digest' | 'host'> & { readonly isPublic: boolean },
      signal: AbortSignal,
    ): Promise<SharedChat> => {
      const { at, shown, digest } = await preview(wish, signal)
      if (digest !== wish.digest || at.host !== wish.host)
        throw AppError.saying('other', say('share.changed'))
      const { title, fileName, text } = shown
      const shared = { title, fileName, text, isPublic: wish.isPublic }
      const { id, url } = await at.forge.share(at.host, shared, signal)
      made.set(url, { ...at, id })
      return { url }
    },
    /** Deletes a page that was created since the app was started. */
    remove: async (url: string, signal: AbortSignal): Promise<void> => {
      const page = made.get(url)
      if (page === undefined) throw AppError.saying('other', say('share.gone'))
      await page.forge.unshare(page.host, page.id, signal)
      made.delete(url)
    },
  }
}

async function forgeOf(deps: Deps, id: SessionId, signal: AbortSignal): Promise<ForgeAt> {
  const project = await deps.projectOf(id)
  const remote =
    project?.trusted === true
      ? await repositoryOf(deps, project, signal).catch((error: unknown) => {
          // A project without a server shares like a chat without a project.
          if (error instanceof AppError) return null
          throw error
        })
      : null
  if (remote === null) return deps.forges.signedIn(signal)
  return { forge: await deps.forges.of(remote.host, signal), host: remote.host }
}
