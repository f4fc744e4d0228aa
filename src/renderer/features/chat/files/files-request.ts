import { createContext, useContext } from 'react'
import type {
  CheckpointDirection,
  CheckpointScope,
  FileId,
  FilesAlong,
  UnfinishedRestore,
} from '#shared/checkpoint/checkpoint.ts'
import type { EventId, SessionId } from '#shared/ids.ts'

/** The additional action of a restore. */
export type Together =
  | { readonly with: 'rewind'; readonly to: EventId; readonly leaf: EventId }
  | { readonly with: 'forward'; readonly from: EventId; readonly leaf: EventId }
  /** Another answer to the question is asked for once the files are back. */
  | { readonly with: 'again'; readonly answer: EventId }
  /** Nothing is done yet: what was chosen goes along with a message. */
  | { readonly with: 'resend'; readonly onChoose: (along: FilesAlong) => void }
  | { readonly with: 'finish'; readonly begun: UnfinishedRestore['begun'] }

/** Files the person wants to see before they are put back. */
export type RestoreRequest = {
  readonly what: 'restore'
  readonly sessionId: SessionId
  readonly name: string
  readonly direction: CheckpointDirection
  readonly scope: CheckpointScope
  /** The wider scope that is offered beside it. */
  readonly after: CheckpointScope | null
  readonly files: readonly FileId[] | null
  readonly together: Together | null
}

/** One file the person wants to see the change to. */
export type LookRequest = {
  readonly what: 'look'
  readonly sessionId: SessionId
  readonly name: string
  readonly scope: CheckpointScope
  readonly file: FileId
  readonly isUndone: boolean
}

export type FilesRequest = RestoreRequest | LookRequest

const OpenFiles = createContext<(request: FilesRequest) => void>(() => undefined)

export const OpenFilesProvider = OpenFiles.Provider

/** Opens the panel in which files are looked at and put back. Does nothing where a chat is only looked at. */
export function useOpenFiles(): (request: FilesRequest) => void {
  return useContext(OpenFiles)
}
