import { BlobId } from '#shared/ids.ts'

const BLOB = /\bblb_[0-9a-z]{8,40}\b/g

/** The attachments and outputs that a stored text names. */
export function namedBlobs(text: string): Set<BlobId> {
  return new Set([...text.matchAll(BLOB)].map(([id]) => BlobId.parse(id)))
}
