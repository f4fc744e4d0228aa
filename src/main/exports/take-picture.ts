import type { BlobId } from '#shared/ids.ts'
import type { FilePart } from '#shared/session/message.ts'
import { MOST_FILE_BYTES, pictureKind } from '#shared/session/picture-kind.ts'

/** Keeps a picture of a file. Null when it is none that can be shown, or too large. */
export type TakePicture = (base64: string) => Promise<FilePart | null>

const MOST_LETTERS = Math.ceil(MOST_FILE_BYTES / 3) * 4

/** A picture is what its bytes say, whatever the file calls it. */
export function createTakePicture(
  putBytes: (bytes: Uint8Array, mime: string) => Promise<BlobId>,
): TakePicture {
  return async (base64) => {
    if (base64.length > MOST_LETTERS) return null
    const bytes = Buffer.from(base64, 'base64')
    const kind = pictureKind(bytes)
    return kind === null ? null : { t: 'file', blobId: await putBytes(bytes, kind.mime), mime: kind.mime }
  }
}

/** The letters of a picture in an address, or null for one that only says where it was. */
export function base64In(url: string): string | null {
  if (!url.startsWith('data:')) return null
  const comma = url.indexOf(',')
  return comma === -1 || !url.slice(0, comma).endsWith(';base64') ? null : url.slice(comma + 1)
}
