import type { FilePart, Part } from './message.ts'
import { pictureKind } from './picture-kind.ts'

/** The item kind that carries the text of an attached file to the model. */
export const ATTACHMENT = 'attachment'

const PDF = 'application/pdf'
/** `%PDF-` */
const PDF_HEAD = [0x25, 0x50, 0x44, 0x46, 0x2d]
/** Media types outside `text/` whose content is text. */
const TEXTUAL = /^(text\/|application\/(json|xml|yaml|x-yaml|toml|x-ndjson|javascript|sql)$|.+\+(json|xml)$)/i

/** Decodes UTF-8 and throws a `TypeError` for other content: a `TextDecoder` that is fatal. */
type Decoder = { readonly decode: (bytes: Uint8Array) => string }

/** Returns the media type of an attached file by its content; null for a binary file that is no picture or PDF. */
export function attachedMime(bytes: Uint8Array, declared: string, decoder: Decoder): string | null {
  const picture = pictureKind(bytes.subarray(0, 16))
  if (picture !== null) return picture.mime
  if (PDF_HEAD.every((byte, at) => bytes[at] === byte)) return PDF
  if (attachedText(bytes, decoder) === null) return null
  return TEXTUAL.test(declared) ? declared.toLowerCase() : 'text/plain'
}

/** Decodes UTF-8 text. Returns null for any other content. */
export function attachedText(bytes: Uint8Array, decoder: Decoder): string | null {
  try {
    const text = decoder.decode(bytes)
    return text.includes('\0') ? null : text.replace(/\r\n?/g, '\n')
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Whether a part is a file whose text an item carries, and not a picture. */
export function isTextFile(part: Part): part is FilePart {
  return part.t === 'file' && (part.mime === PDF || TEXTUAL.test(part.mime))
}

/** Whether a media type is that of a PDF. */
export function isPdfMime(mime: string): boolean {
  return mime.toLowerCase() === PDF
}
