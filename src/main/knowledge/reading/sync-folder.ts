import type { PageId } from '#shared/ids.ts'
import type { RefusedFile } from '#shared/knowledge/folder.ts'
import type { PageText } from '#shared/knowledge/page.ts'
import type { FileWrite, Pages } from '../pages.ts'
import type { FilePage, FolderRows, KeptFolder } from './folder-rows.ts'
import type { ReadFile } from './read-page-file.ts'
import type { Scan, ScannedFile } from './scan-folder.ts'

export type SyncDeps = {
  readonly rows: Pick<FolderRows, 'files' | 'touch'>
  readonly pages: Pick<Pages, 'take' | 'takeAway'>
  readonly read: (path: string, signal: AbortSignal) => Promise<ReadFile>
  /** Makes the values of the vault known to `isSecret`. */
  readonly acquaint: (signal: AbortSignal) => Promise<void>
  /** True for text that is a secret, or looks like one. */
  readonly isSecret: (text: string) => boolean
}

export type SyncReport = {
  readonly progress: (done: number, total: number) => void
  readonly refused: (file: RefusedFile) => void
}

/** Maximum writes per transaction: efficient, but short enough to keep the app responsive. */
const MOST_AT_ONCE = 8
const MOST_CHARACTERS = 60_000
/**
 * Long texts are scanned in chunks to keep the app responsive. Longer secrets are recognised by their
 * beginning.
 */
const PIECE = 50_000
const OVERLAP = 4_000

/**
 * Synchronises the pages of a folder with its files. Edited pages keep the person's text; pages of deleted
 * files are deleted and can be restored from their history. An interrupted sync continues the next time.
 */
export async function syncFolder(
  deps: SyncDeps,
  folder: KeptFolder,
  scan: Scan,
  report: SyncReport,
  signal: AbortSignal,
): Promise<void> {
  await deps.acquaint(signal)
  const known = deps.rows.files(folder.id)
  const lost = lostBy(known, scan)
  const batch = createBatch(deps.pages)
  for (const refused of scan.refused) report.refused(refused)
  for (const [at, file] of scan.files.entries()) {
    signal.throwIfAborted()
    report.progress(at, scan.files.length)
    const page = known.get(file.file) ?? null
    if (page !== null && (page.deleted || (page.there && page.stamp === file.stamp))) continue
    const found = await deps.read(file.path, signal)
    if (!found.ok) {
      report.refused({ file: file.file, why: found.why })
      continue
    }
    const { hash, text } = found
    const of = page?.there === true ? page : renamed(lost, hash)
    if (of !== null && (of.hash === hash || of.standing !== 'follows')) {
      deps.rows.touch({ ...of, file: file.file, stamp: file.stamp, hash, standing: standingOf(of, hash) })
    } else if (await holdsSecret(deps.isSecret, text, signal)) {
      report.refused({ file: file.file, why: 'secret' })
    } else {
      batch.add(writeOf(folder, file, page, text, hash))
    }
  }
  batch.flush()
  endOf(deps, [...lost.values()])
  report.progress(scan.files.length, scan.files.length)
}

function lostBy(known: ReadonlyMap<string, FilePage>, scan: Scan): Map<PageId, FilePage> {
  const there = new Set([...scan.files, ...scan.refused].map(({ file }) => file))
  // Files in an unreadable folder are unknown, so they do not count as deleted.
  const isHidden = (file: string) => foldersOf(file).some((folder) => there.has(folder))
  const lost = [...known.values()].filter(
    ({ there: kept, file }) => kept && !there.has(file) && !isHidden(file),
  )
  return new Map(lost.map((page) => [page.id, page]))
}

function foldersOf(file: string): readonly string[] {
  const names = file.split('/')
  return names.map((_, at) => names.slice(0, at).join('/')).slice(1)
}

/** A new file with the words of one that is gone is that file under another name. */
function renamed(lost: Map<PageId, FilePage>, hash: string): FilePage | null {
  const page = [...lost.values()].find((each) => each.hash === hash) ?? null
  if (page !== null) lost.delete(page.id)
  return page
}

function standingOf({ standing, hash }: FilePage, now: string): FilePage['standing'] {
  if (standing === 'follows') return standing
  return hash === now && standing !== 'changed' ? 'edited' : 'changed'
}

function writeOf(
  { id, scope }: KeptFolder,
  { file, stamp }: ScannedFile,
  page: FilePage | null,
  text: PageText,
  hash: string,
): FileWrite {
  return {
    id: page?.id ?? null,
    scope,
    text,
    origin: { folderId: id, file, stamp, hash, standing: 'follows' },
  }
}

function endOf({ rows, pages }: SyncDeps, lost: readonly FilePage[]): void {
  pages.takeAway(lost.filter(({ standing }) => standing === 'follows').map(({ id }) => id))
  for (const page of lost) {
    if (page.standing === 'edited' || page.standing === 'changed') rows.touch({ ...page, standing: 'gone' })
  }
}

function createBatch(pages: Pick<Pages, 'take'>) {
  let writes: FileWrite[] = []
  let characters = 0
  const flush = () => {
    if (writes.length > 0) pages.take(writes)
    writes = []
    characters = 0
  }
  return {
    flush,
    add: (write: FileWrite) => {
      writes.push(write)
      characters += write.text.body.length
      if (writes.length >= MOST_AT_ONCE || characters > MOST_CHARACTERS) flush()
    },
  }
}

async function holdsSecret(
  isSecret: SyncDeps['isSecret'],
  { title, body, tags }: PageText,
  signal: AbortSignal,
): Promise<boolean> {
  if ([title, ...tags].some(isSecret)) return true
  for (let at = 0; at < body.length; at += PIECE) {
    signal.throwIfAborted()
    if (isSecret(body.slice(at, at + PIECE + OVERLAP))) return true
    if (at > 0) await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return false
}
