import type { FilePart, Message } from '#shared/session/message.ts'
import type { ModelRequest } from '../model.ts'

/** Base64 of files by blob id; null for a picture that the server refused. */
export type ReadFiles = ReadonlyMap<string, string | null>
/** The files of a request, or `named` for a draft, in which files are named. */
export type SentFiles = ReadFiles | 'named'

/** Media types that models can take in. */
const PICTURE = /^image\/(png|jpe?g|gif|webp)$/i
const PDF = /^application\/pdf$/i

export function isPicture({ mime }: FilePart): boolean {
  return PICTURE.test(mime)
}

export function isPdf({ mime }: FilePart): boolean {
  return PDF.test(mime)
}

/** Base64 of a file that goes along, a note in its place in a draft, or null for a file that cannot be read. */
export function base64Of({ blobId, mime }: FilePart, files: SentFiles): string | null {
  return files === 'named' ? `[${mime}, ${blobId}]` : (files.get(blobId) ?? null)
}

/** Whether the server refused this picture. */
export function isRefused({ blobId }: FilePart, files: SentFiles): boolean {
  return files !== 'named' && files.get(blobId) === null
}

/** Returns the pictures and PDFs of a conversation, each once. */
export function filesIn(messages: readonly Message[]): FilePart[] {
  const found = new Map<string, FilePart>()
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.t === 'file' && (isPicture(part) || isPdf(part))) found.set(part.blobId, part)
    }
  }
  return [...found.values()]
}

/** Reads the pictures and PDFs of a conversation. A file that cannot be read is left out and reported. */
export async function readFiles(
  { messages, readFile }: Pick<ModelRequest, 'messages' | 'readFile'>,
  { withPdfs }: { readonly withPdfs: boolean },
  onMissing: (blobId: string, error: unknown) => void,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const { blobId, mime } of filesIn(messages)) {
    if (!withPdfs && PDF.test(mime)) continue
    try {
      files.set(blobId, Buffer.from(await readFile(blobId)).toString('base64'))
    } catch (error) {
      onMissing(blobId, error)
    }
  }
  return files
}
