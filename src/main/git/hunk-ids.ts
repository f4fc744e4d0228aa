import { createHash } from 'node:crypto'
import type { PatchHunk } from './parse-patch.ts'

/** Identifies a hunk by its lines, so that it stays the same wherever it moves to. */
export function hunkId(path: string, { lines }: PatchHunk): string {
  return createHash('sha256')
    .update(path)
    .update('\0')
    .update(lines.join('\n'), 'latin1')
    .digest('hex')
    .slice(0, 16)
}

/** Gives each hunk an id of its own: hunks with the same lines are numbered. */
export function hunksById(path: string, hunks: readonly PatchHunk[]): ReadonlyMap<string, PatchHunk> {
  const found = new Map<string, PatchHunk>()
  for (const hunk of hunks) {
    let id = hunkId(path, hunk)
    for (let again = 1; found.has(id); again += 1)
      id = hunkId(path, { ...hunk, lines: [...hunk.lines, String(again)] })
    found.set(id, hunk)
  }
  return found
}
