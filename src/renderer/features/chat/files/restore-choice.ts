import type {
  CheckpointResult,
  FileId,
  FilePreview,
  FileRestored,
  FilesAlong,
} from '#shared/checkpoint/checkpoint.ts'

/**
 * Returns the files to restore: all without obstacles, and the chosen conflicts. `turned` are the files whose
 * default the person reversed: excluded, or overwritten despite a conflict.
 */
export function choiceOf(files: readonly FilePreview[], turned: ReadonlySet<FileId>): FilesAlong {
  const picked = files.filter(({ file, outcome }) => {
    if (outcome === 'refused' || outcome === 'unchanged') return outcome === 'unchanged'
    return (outcome === 'conflict') === turned.has(file)
  })
  const force = picked
    .filter(({ outcome }) => outcome === 'conflict')
    .map(({ file, seen }) => ({ file, seen }))
  return { files: picked.map(({ file }) => file), force }
}

/** The files that were put back, and those that were left as they were, with their reasons. */
export function sortedResult(result: CheckpointResult | null): {
  readonly done: FileId[]
  readonly left: readonly FileRestored[]
} {
  const files = result?.files ?? []
  const left = files.filter(({ outcome }) => LEFT.has(outcome))
  return { done: files.filter(({ outcome }) => !LEFT.has(outcome)).map(({ file }) => file), left }
}

const LEFT: ReadonlySet<string> = new Set(['conflict', 'refused', 'failed'])
