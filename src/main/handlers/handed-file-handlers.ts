import type { HANDED_FILE_CALLS } from '#shared/ipc/calls/handed-file-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { HandedFiles } from '../project-files/handed-files.ts'

/** Creates the handlers for files that agents handed to the person. */
export function createHandedFileHandlers(
  handed: HandedFiles,
): Pick<Handlers, keyof typeof HANDED_FILE_CALLS> {
  return {
    'handed.open': async ({ sessionId, blobId }) => {
      await handed.open(sessionId, blobId)
      return null
    },
    'handed.reveal': async ({ sessionId, blobId }) => {
      await handed.reveal(sessionId, blobId)
      return null
    },
    'handed.text': ({ sessionId, blobId }) => handed.text(sessionId, blobId),
    'handed.save': async ({ sessionId, blobId }, { windowId }) => {
      const fileName = await handed.save(sessionId, blobId, windowId)
      return fileName === null ? null : { fileName }
    },
  }
}
