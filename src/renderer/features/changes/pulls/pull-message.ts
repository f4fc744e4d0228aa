import type { PullComment } from '#shared/changes/pulls.ts'
import { oneLine, quoted } from '#shared/changes/quoted.ts'

/** Characters of one comment, and of all, that an agent gets to read. The newest comments win. */
const MOST_COMMENT = 4_000
const MOST_IN_ALL = 60_000

/** Returns the place of a comment as people write it; empty for the whole pull request. */
export const placeText = ({ place }: Pick<PullComment, 'place'>): string =>
  place === null ? '' : `${place.path}${place.line === null ? '' : `:${place.line}`}`

/** Writes the comments as one message for an agent, each as a quotation. Nothing in one looks like words of the person. */
export function commentsMessage(comments: readonly PullComment[], opening: string): string {
  const parts: string[] = []
  let left = MOST_IN_ALL
  for (const comment of comments.toReversed()) {
    const head = oneLine(`${comment.author} ${placeText(comment)}`).replaceAll('*', '\\*')
    const part = `**${head}**\n\n${quoted(comment.text.slice(0, MOST_COMMENT))}`
    left -= part.length
    if (left < 0) break
    parts.unshift(part)
  }
  return [opening, ...parts].join('\n\n')
}
