import type { SessionRecord } from '#shared/session/session.ts'
import type { RunLog } from '../../runs/run/run-log.ts'

const NONE: readonly string[] = []
/** More levels than agents can have. */
const DEEPEST = 32

/**
 * Returns the extra folders of the chat for which a session works, itself, as an agent or in a workflow. Absolute paths
 * without links.
 */
export function chatFoldersOf({ folds }: Pick<RunLog, 'folds'>, session: SessionRecord): readonly string[] {
  let at: SessionRecord | null = session
  for (let depth = 0; at !== null && depth < DEEPEST; depth += 1) {
    if (at.kind === 'chat') return at.meta.folders ?? NONE
    at = at.parentSessionId === null ? null : folds(at.parentSessionId).session
  }
  return NONE
}
