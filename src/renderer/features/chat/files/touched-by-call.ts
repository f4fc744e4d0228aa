import type { FileId, TouchedFile } from '#shared/checkpoint/checkpoint.ts'
import type { ToolEntry } from '../transcript/entry.ts'

/** The change that a call made to a file. */
export type CallChange = { readonly file: FileId; readonly path: string; readonly undone: boolean }

/** Finds the change of a call that can be undone or redone; null when there is none, or its copy is not kept. */
export function changeOf(
  { callId, runId }: Pick<ToolEntry, 'callId' | 'runId'>,
  files: readonly TouchedFile[],
): CallChange | null {
  for (const { file, path, versions } of files) {
    const made = versions.find(
      (each) => each.kind === 'change' && each.callId === callId && each.runId === runId,
    )
    if (made !== undefined) return made.kept ? { file, path, undone: made.undone } : null
  }
  return null
}
