import type { ApprovalPreview } from '#shared/session/interaction.ts'

const MOST_LINES = 14
const LINE_LENGTH = 84

/** True when what is to be allowed does not fit a card and has to be read in a panel first. */
export function needsReview(preview: ApprovalPreview | undefined): boolean {
  if (preview === undefined) return false
  switch (preview.kind) {
    case 'command':
    case 'sandbox':
      return linesOf(preview.command) > MOST_LINES
    case 'args':
      return linesOf(preview.text) > MOST_LINES
    case 'workflow':
      // What came with the app was read before it was shipped.
      return (
        linesOf(preview.args ?? '') > MOST_LINES ||
        (preview.origin !== 'bundled' && linesOf(preview.script) > MOST_LINES)
      )
    case 'diff':
      return preview.diff.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0) > MOST_LINES
    case 'path':
    case 'plan':
    case 'memory':
      return false
  }
}

/** How many lines a text takes when it wraps. */
function linesOf(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_LENGTH)), 0)
}
