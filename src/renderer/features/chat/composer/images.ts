import type { ImageInput } from '#shared/ipc/calls/session-calls.ts'
import { MOST_PICTURE_BYTES } from '#shared/session/picture-kind.ts'

const MIMES: readonly ImageInput['mime'][] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** The most pictures one message may carry, and the most bytes of them: main takes no larger request. */
const MOST_IMAGES = 20
const MOST_BYTES = 45_000_000

export type ReadImages = {
  readonly images: readonly ImageInput[]
  /** Names of the files that are no picture, or too large. */
  readonly refused: readonly string[]
}

/** Names of files that were not attached: no images, or beyond the limit of a message. */
export type LeftOut = { readonly refused: readonly string[]; readonly surplus: readonly string[] }

/** Whether a file is a picture of a kind that a message can carry. */
export const isPicture = (file: Pick<File, 'type'>): boolean => MIMES.some((known) => known === file.type)

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

/** Returns the added pictures that fit in the message with its existing ones, in order. */
export function fitting(
  attached: readonly ImageInput[],
  added: readonly ImageInput[],
): { readonly images: readonly ImageInput[]; readonly surplus: readonly string[] } {
  const images = [...attached]
  const surplus: string[] = []
  let bytes = attached.reduce((sum, image) => sum + bytesOf(image), 0)
  for (const image of added) {
    if (images.length >= MOST_IMAGES || bytes + bytesOf(image) > MOST_BYTES) surplus.push(image.name)
    else {
      images.push(image)
      bytes += bytesOf(image)
    }
  }
  return { images, surplus }
}

const bytesOf = ({ base64 }: ImageInput): number => (base64.length / 4) * 3

/**
 * Returns the pasted files that are meant as pictures. Office programs add a picture of copied text next to
 * text and markup. File managers add only the name to a file, and browsers only markup to a picture.
 */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'types'>): readonly File[] {
  const has = (type: string) => clipboard.types.includes(type)
  return has('text/plain') && (has('text/html') || has('text/rtf')) ? [] : [...clipboard.files]
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
