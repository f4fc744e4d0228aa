import { MOST_EDITED } from '#shared/file/project-file.ts'
import type { Formatted } from '#shared/problems/formatted.ts'
import { fileDiff } from '../tools/files/file-diff.ts'
import { type Located, locatePath } from '../tools/files/locate-path.ts'
import type { PathFlavour } from '../tools/files/project-path.ts'
import { draftBeside, replaceFile } from '../tools/files/replace-file.ts'
import { loadFile, stampOf, standingAt } from '../tools/files/stored-file.ts'
import { textOf, withoutReturns } from './read-file.ts'
import { bytesOf } from './save-file.ts'

/** A file about to be formatted, for the copy of what it holds. */
type Next = {
  readonly path: string
  readonly sha256: string
  readonly size: number
  readonly lines: { readonly added: number; readonly removed: number }
  readonly draft: string
}

type Deps = {
  readonly flavour: PathFlavour
  /** Whether a rule or a guard closes the file to edits. Such a file is not formatted. */
  readonly isClosed: (place: Located) => Promise<boolean>
  readonly format: (file: { readonly path: string; readonly text: string }) => Promise<Formatted>
  /** Keeps what the file holds, so that the format can be undone. Resolves to the call that ends the change. */
  readonly beforeChange: (next: Next, signal: AbortSignal) => Promise<() => Promise<void>>
}

/** The files that a format changed, and those that it could not format, by their shown paths. */
export type FormattedFiles = {
  readonly changed: readonly string[]
  readonly failed: readonly { readonly path: string; readonly why: Extract<Formatted, { state: 'failed' }> }[]
}

/** Files of one turn that are formatted. */
const MOST_FILES = 50

/**
 * Formats the files that an agent edited, each as a change of its own that can be undone. The edits themselves stay as
 * they were approved in the record.
 */
export async function formatEdited(
  deps: Deps,
  { root, paths }: { readonly root: string; readonly paths: readonly string[] },
  signal: AbortSignal,
): Promise<FormattedFiles> {
  const changed: string[] = []
  const failed: FormattedFiles['failed'][number][] = []
  for (const path of paths.slice(0, MOST_FILES)) {
    signal.throwIfAborted()
    const place = await locatePath(root, path, deps.flavour)
    // A file that a link led elsewhere meanwhile is not the one that was edited.
    if (place.outside || place.absolute !== path || (await deps.isClosed(place))) continue
    const done = await formatOne(deps, place, signal)
    if (done?.state === 'changed') changed.push(place.shown)
    if (done?.state === 'failed') failed.push({ path: place.shown, why: done })
  }
  return { changed, failed }
}

async function formatOne(deps: Deps, file: Located, signal: AbortSignal): Promise<Formatted | null> {
  const standing = await standingAt(file)
  if (standing.kind !== 'file' || standing.size > MOST_EDITED) return null
  const stored = await loadFile(file, standing)
  const loaded = textOf(stored)
  if (loaded === null || loaded.encoding.lossy === true) return null
  const before = withoutReturns(loaded.raw).text
  const formatted = await deps.format({ path: file.shown, text: before })
  if (formatted.state !== 'changed') return formatted
  const after = formatted.text.replaceAll('\r\n', '\n')
  if (after === before) return { state: 'same' }
  const bytes = bytesOf(file.shown, stored, after)
  const { added, removed } = fileDiff(file.shown, before, after)
  const draft = draftBeside(file.absolute)
  const { sha256, size } = stampOf(bytes, 0)
  const next = { path: file.absolute, sha256, size, lines: { added, removed }, draft }
  const settle = await deps.beforeChange(next, signal)
  try {
    await replaceFile({ file, bytes, mode: stored.mode, seen: stored.stamp }, draft, signal)
  } finally {
    await settle()
  }
  return formatted
}
