import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { type HandedText, isDocumentName } from '#shared/file/handed-file.ts'
import { firstPart } from '#shared/first-part.ts'
import type { BlobId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import { type Located, locatePath } from '../tools/files/locate-path.ts'
import type { PathFlavour } from '../tools/files/project-path.ts'
import { standingAt } from '../tools/files/stored-file.ts'
import { decodeText, detectEncoding } from '../tools/files/text-encoding.ts'
import { forPerson } from './file-place.ts'

type Deps = {
  /** The newest messages of a chat first, at most `limit`. */
  readonly messagesOf: (id: SessionId, limit: number) => readonly DurableEvent[]
  /** The folder in which a chat works. */
  readonly folderOf: (id: SessionId) => string
  readonly bytes: (id: BlobId) => Promise<Uint8Array>
  readonly flavour: PathFlavour
  readonly openPath: (path: string) => Promise<void>
  /** Opens a text in the person's editor; false where none was found. */
  readonly openAtLine: (path: string, line: number) => Promise<boolean>
  readonly showInFolder: (path: string) => void
  /** Asks for a place to save; null when the person cancels. */
  readonly pickSaveFile: (windowId: number, name: string) => Promise<string | null>
  /** Writes a file whole and returns its name. */
  readonly write: (path: string, bytes: Uint8Array) => Promise<string>
}

/** Characters shown of a handed text. */
const MOST_TEXT = 200_000

/** Messages that are searched for the card, newest first. */
const MOST_MESSAGES = 20_000

type Handed = Extract<ToolDetails, { kind: 'file' }>

/**
 * Files that agents handed to the person. A window names the stored copy; name and path come from the log, and both
 * are data that an agent or an imported chat wrote.
 */
export type HandedFiles = ReturnType<typeof createHandedFiles>

export function createHandedFiles(deps: Deps) {
  const { flavour } = deps
  const handed = (sessionId: SessionId, blobId: BlobId): Handed => {
    for (const event of deps.messagesOf(sessionId, MOST_MESSAGES)) {
      if (event.kind !== 'message') continue
      const { tool } = event.payload.message
      if (tool?.outputBlob === blobId && tool.details?.kind === 'file') return tool.details
    }
    throw AppError.saying('other', say('blob.gone'))
  }
  const placeOf = ({ path }: Handed, sessionId: SessionId): Promise<Located> =>
    forPerson(path, async () => {
      // Looking at a share of the network would sign in to it.
      if (/^[\\/]{2}/.test(path)) throw AppError.saying('ipc.refused', say('handedFile.network', { path }))
      const file = await locatePath(deps.folderOf(sessionId), path, flavour)
      const standing = await standingAt(file)
      if (standing.kind !== 'file') throw AppError.saying('other', say('handedFile.gone', { path }))
      return file
    })
  return {
    /** Opens the file where it is now: a text in the editor, a document in its program. Other files are refused. */
    open: async (sessionId: SessionId, blobId: BlobId): Promise<void> => {
      const file = handed(sessionId, blobId)
      const { absolute } = await placeOf(file, sessionId)
      if (file.preview === 'text') {
        if (await deps.openAtLine(absolute, 1)) return
        throw AppError.saying('other', say('changes.noEditor'))
      }
      // The name decides which program opens it, and a link may have put another name in its place.
      if (!isDocumentName(absolute))
        throw AppError.saying('ipc.refused', say('handedFile.mayRun', { name: file.name }))
      await deps.openPath(absolute)
    },
    /** Returns the beginning of a text in another character set than UTF-8, decoded. */
    text: async (sessionId: SessionId, blobId: BlobId): Promise<HandedText> => {
      handed(sessionId, blobId)
      const bytes = await deps.bytes(blobId)
      const encoding = detectEncoding(bytes)
      const text = encoding === null ? '' : decodeText(bytes, encoding)
      const shown = firstPart(text, MOST_TEXT)
      return { text: shown, isCut: shown.length < text.length }
    },
    /** Shows the file in the file manager of the system. */
    reveal: async (sessionId: SessionId, blobId: BlobId): Promise<void> => {
      const { absolute } = await placeOf(handed(sessionId, blobId), sessionId)
      deps.showInFolder(absolute)
    },
    /** Writes the kept copy to a place that the person chooses; null when they cancel. */
    save: async (sessionId: SessionId, blobId: BlobId, windowId: number): Promise<string | null> => {
      const { name } = handed(sessionId, blobId)
      const bytes = await deps.bytes(blobId)
      const path = await deps.pickSaveFile(windowId, savedName(name))
      return path === null ? null : await deps.write(path, bytes)
    },
  }
}

/** Returns the last part of a name without characters that lead to other folders or hide its ending. */
function savedName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = [...last].filter((letter) => !/[\p{Cc}\p{Cf}:*?"<>|]/u.test(letter)).join('')
  return plain.replace(/^\.+/, '').slice(-200) || 'file'
}
