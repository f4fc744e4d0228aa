import type { RequestId } from '#shared/ids.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { isCut, needsReview } from '../../../approvals/approval-size.ts'

/** Why a request cannot be allowed yet: it is to be read to its end, or part of it is missing. */
export type Lock = 'readToEnd' | 'cutNotAllowed'

/** Returns what keeps a request from being allowed; null for one that fits its card or was read to its end. */
export function lockOf({ ask }: InboxItem, read: ReadonlySet<RequestId>): Lock | null {
  if (isCut(ask.preview)) return 'cutNotAllowed'
  return needsReview(ask.preview) && !read.has(ask.requestId) ? 'readToEnd' : null
}
