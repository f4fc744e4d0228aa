import { diffArrays, structuredPatch } from 'diff'
import type { FilePatch, PatchHunk } from '../../git/parse-patch.ts'
import { linesOf } from './anchor.ts'

/** Milliseconds one comparison may take; after that the whole text counts as replaced. */
const MOST_MS = 500

/** Compares two texts as git does, with the lines of each hunk as git writes them. */
export function textPatch(before: string, after: string): FilePatch {
  return { header: '', hunks: textHunks(before, after), isBinary: false, text: '' }
}

function textHunks(before: string, after: string): readonly PatchHunk[] {
  if (before === after) return []
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 3, timeout: MOST_MS })
  if (patch === undefined) return [replaced(before, after)]
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    // Where a side has no lines, git names the line before.
    oldStart: oldLines === 0 ? oldStart - 1 : oldStart,
    newStart: newLines === 0 ? newStart - 1 : newStart,
    section: '',
    lines,
  }))
}

function replaced(before: string, after: string): PatchHunk {
  const marked = (mark: string, text: string) =>
    linesOf(text).flatMap((line) =>
      line.endsWith('\n')
        ? [`${mark}${line.slice(0, -1)}`]
        : [`${mark}${line}`, '\\ No newline at end of file'],
    )
  return {
    oldStart: before === '' ? 0 : 1,
    newStart: after === '' ? 0 : 1,
    section: '',
    lines: [...marked('-', before), ...marked('+', after)],
  }
}

/** A row of lines that both sides have, or that differ between them. */
export type Stretch = {
  readonly isSame: boolean
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Cuts two lists of lines into what they share and what differs. */
export function stretchesOf(before: readonly string[], after: readonly string[]): readonly Stretch[] {
  const stretches: { isSame: boolean; before: string[]; after: string[] }[] = []
  for (const { added, removed, value } of diffArrays([...before], [...after])) {
    const isSame = !added && !removed
    let last = stretches.at(-1)
    if (last === undefined || last.isSame !== isSame) {
      last = { isSame, before: [], after: [] }
      stretches.push(last)
    }
    if (!added) last.before.push(...value)
    if (!removed) last.after.push(...value)
  }
  return stretches
}
