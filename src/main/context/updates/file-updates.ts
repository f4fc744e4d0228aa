import type { HarnessItem } from '#shared/context/harness-item.ts'
import { itemData } from '#shared/context/item-data.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { englishOf, say } from '#shared/sentences.ts'
import { stillRead } from '../branch/still-read.ts'

/** The kind of item that tells of files that changed since the model read them. */
const FILES = 'files-changed'

/** A file that changed on disk since the model read it. */
export type ChangedFile = {
  /** As the model knows it. */
  readonly path: string
  /** Differs from change to change. */
  readonly version: string
}

/** Returns those of the files that the branch does not tell yet in their present version. */
export function unreportedFiles(
  path: readonly DurableEvent[],
  files: readonly ChangedFile[],
): readonly ChangedFile[] {
  if (files.length === 0) return files
  const told = new Map<string, string>()
  for (const event of stillRead(path)) {
    if (event.kind !== 'harness.item') continue
    for (const file of itemData(FILES, event.payload)?.files ?? []) told.set(file.path, file.version)
  }
  return files.filter((file) => told.get(file.path) !== file.version)
}

/** Makes the item that tells of changed files. */
export function changedFilesItem(files: readonly ChangedFile[]): HarnessItem {
  const said = [say('told.filesChanged', { files: files.map((file) => file.path).join(', ') })]
  return {
    kind: FILES,
    origin: 'system',
    content: `${englishOf(said)} Read them again before you rely on them or change them.`,
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
    data: { files: [...files], said },
  }
}
