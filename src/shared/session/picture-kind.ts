/** The largest file a message may carry, in bytes. */
export const MOST_FILE_BYTES = 10_000_000

/** A kind of picture every window can show and models that see are sent. */
export type PictureKind = { readonly name: string; readonly mime: string }

type Magic = PictureKind & { readonly at: number; readonly bytes: readonly number[] }

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))

const MAGIC: readonly Magic[] = [
  { name: 'PNG', mime: 'image/png', at: 0, bytes: [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a] },
  { name: 'JPEG', mime: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { name: 'GIF', mime: 'image/gif', at: 0, bytes: ascii('GIF87a') },
  { name: 'GIF', mime: 'image/gif', at: 0, bytes: ascii('GIF89a') },
  { name: 'WebP', mime: 'image/webp', at: 8, bytes: ascii('WEBP') },
]

/** Returns the image type from the first bytes, or null. File names and media types can be wrong. */
export function pictureKind(head: Uint8Array): PictureKind | null {
  const found = MAGIC.find(({ at, bytes }) => bytes.every((byte, index) => head[at + index] === byte))
  return found === undefined ? null : { name: found.name, mime: found.mime }
}
