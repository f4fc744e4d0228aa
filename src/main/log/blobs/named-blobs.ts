import { BlobId } from '#shared/ids.ts'

const NONE: ReadonlySet<BlobId> = new Set()
const BLOB = /\bblb_[0-9a-z]{8,40}\b/g

/** The attachments and outputs that a stored text names. */
export function namedBlobs(text: string): ReadonlySet<BlobId> {
  // Nearly no text names one, and most are long.
  if (!text.includes('blb_')) return NONE
  return new Set([...text.matchAll(BLOB)].map(([id]) => BlobId.parse(id)))
}
