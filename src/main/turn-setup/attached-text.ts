import { AppError } from '#shared/errors.ts'
import { attachedText, isPdfMime } from '#shared/session/attachment.ts'
import type { FilePart } from '#shared/session/message.ts'
import type { Blobs } from '../log/blobs/blobs.ts'
import { type PdfPages, pdfText } from '../tools/read/pdf.ts'

type Deps = {
  readonly blobs: Pick<Blobs, 'bytes'>
  readonly readPdf: (bytes: Uint8Array, signal: AbortSignal) => Promise<PdfPages>
  /** Replaces known secrets. */
  readonly hide: (text: string) => string
}

/** Creates the reader of attached files. A file without text becomes a sentence in brackets. */
export function createAttachedText({ blobs, readPdf, hide }: Deps) {
  return async ({ blobId, mime, name = 'The file' }: FilePart, signal: AbortSignal): Promise<string> => {
    try {
      const bytes = await blobs.bytes(blobId)
      const text = isPdfMime(mime)
        ? pdfText(name, await readPdf(bytes, signal))
        : attachedText(bytes, new TextDecoder('utf-8', { fatal: true }))
      return hide(text ?? `[${name} is not text]`)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof AppError) return `[${error.message}]`
      throw error
    }
  }
}
