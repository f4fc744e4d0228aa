import { z } from 'zod'
import type { ProjectId, SessionId } from '../ids.ts'

/** The most extra folders of a chat. */
export const MOST_FOLDERS = 20

/**
 * Folders outside the project that the agents of a chat use like the project: absolute paths without links, as the
 * system writes them. Only the person adds one.
 */
export const ExtraFolders = z.array(z.string().min(1).max(4_096)).max(MOST_FOLDERS)

/** A chat with its extra folders. */
export type ChatFolders = {
  readonly sessionId: SessionId
  readonly projectId: ProjectId | null
  readonly title: string
  readonly folders: readonly string[]
}
