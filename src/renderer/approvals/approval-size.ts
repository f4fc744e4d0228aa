import type { ApprovalPreview } from '#shared/session/interactions/interaction.ts'

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
    case 'mcp':
    case 'sampling':
      return linesOf(preview.text) > MOST_LINES
    case 'workflow':
      // Bundled scripts were reviewed before release.
      return (
        linesOf(preview.args ?? '') > MOST_LINES ||
        (preview.origin !== 'bundled' && linesOf(preview.script) > MOST_LINES)
      )
    case 'diff':
      return (
        isCut(preview) || linesOf(preview.diff.hunks.flatMap((hunk) => hunk.lines).join('\n')) > MOST_LINES
      )
    case 'path':
    case 'plan':
    case 'memory':
      return false
  }
}

/** Whether part of a change is missing, so that it cannot be read and therefore not be allowed. */
export function isCut(preview: ApprovalPreview | undefined): boolean {
  return preview?.kind === 'diff' && preview.diff.cut
}

/** Returns the number of lines of a wrapped text. */
function linesOf(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / LINE_LENGTH)), 0)
}

/** Columns a line takes: a tab takes up to eight, a Chinese sign two, and a sign drawn as a code about eight. */
function widthOf(line: string): number {
  const wide = line.match(/[\t\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu)?.length ?? 0
  const double = line.match(/[\u1100-\uffdc]/g)?.length ?? 0
  return line.length + wide * 7 + double
}
