import type { Comment } from '../../../store/review-store.ts'

/** Writes all comments as one message: each with its place and the line it is about. */
export function commentMessage(comments: readonly Comment[], opening: string): string {
  const parts = comments.map(({ path, line, quote, text }) => {
    const shown = quote.trim() === '' ? '' : `> ${quote.trim().slice(0, 200)}\n\n`
    return `**${path}:${line}**\n\n${shown}${text.trim()}`
  })
  return [opening, ...parts].join('\n\n')
}
