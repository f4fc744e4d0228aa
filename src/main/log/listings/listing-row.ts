import type { ProjectId, SessionId } from '#shared/ids.ts'
import { isPause } from '#shared/run/is-paused.ts'
import type { SessionListing } from '#shared/session/session.ts'

/** Table data of one sidebar row. */
export type ListingRow = {
  readonly id: string
  readonly project_id: string | null
  readonly updated_at: number
  readonly pinned: number
  readonly archived: number
  readonly unread: number
  readonly deleted_at: number | null
  /** Null when the stored record cannot be read. */
  readonly title: string | null
  /** The name of the trigger that began the chat; null where none did. */
  readonly trigger_name: string | null
  /** The branch of its worktree; null where it has none. */
  readonly worktree_branch: string | null
  /** The status of the newest run that no other run asked for, or null when there was none. */
  readonly newest_run: string | null
  /** The names of what is said of its end, as a JSON list; null where nothing is. */
  readonly newest_said: string | null
  readonly waiting: number
}

/** The line of a chat, or null when its record is damaged. */
export function listingOf({ id, title, ...row }: ListingRow): SessionListing | null {
  if (typeof title !== 'string') return null
  return {
    id: id as SessionId,
    projectId: row.project_id as ProjectId | null,
    title,
    updatedAt: row.updated_at,
    state: stateOf(row),
    ...(row.pinned === 0 ? {} : { pinned: true as const }),
    ...(row.archived === 0 ? {} : { archived: true as const }),
    ...(row.unread === 0 ? {} : { unread: true as const }),
    ...(typeof row.trigger_name === 'string' ? { trigger: row.trigger_name } : {}),
    ...(typeof row.worktree_branch === 'string' ? { worktree: row.worktree_branch } : {}),
    ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at }),
  }
}

type Standing = Pick<ListingRow, 'newest_run' | 'newest_said' | 'waiting'>

function stateOf({ newest_run, newest_said, waiting }: Standing): SessionListing['state'] {
  if (waiting !== 0) return 'waiting'
  switch (newest_run) {
    case null:
      return 'idle'
    case 'completed':
      return 'done'
    case 'failed':
      return newest_said !== null && isPause(JSON.parse(newest_said)) ? 'paused' : 'failed'
    case 'cancelled':
      return 'stopped'
    default:
      return 'running'
  }
}
