import type { ImageInput } from '#shared/ipc/calls/session-calls.ts'
import { MOST_PICTURE_BYTES } from '#shared/session/picture-kind.ts'

const MIMES: readonly ImageInput['mime'][] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** The most pictures one message may carry. */
export const MOST_IMAGES = 20

export type ReadImages = {
  readonly images: readonly ImageInput[]
  /** Names of the files that are no picture, or too large. */
  readonly refused: readonly string[]
}

/** Reads pasted, dropped or chosen files as pictures. */
export async function readImages(files: readonly File[]): Promise<ReadImages> {
  const images: ImageInput[] = []
  const refused: string[] = []
  for (const file of files) {
    const mime = MIMES.find((known) => known === file.type)
    if (mime === undefined || file.size > MOST_PICTURE_BYTES || file.size === 0) refused.push(file.name)
    else images.push({ mime, base64: base64Of(await file.arrayBuffer()), name: file.name.slice(0, 200) })
  }
  return { images, refused }
}

/** The picture as an address an `img` can show. */
export function imageUrl({ mime, base64 }: ImageInput): string {
  return `data:${mime};base64,${base64}`
}

function base64Of(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  const pieces: string[] = []
  // A call can take only so many arguments, so the bytes go in pieces.
  for (let at = 0; at < bytes.length; at += 0x8000) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  }
  return btoa(pieces.join(''))
}
