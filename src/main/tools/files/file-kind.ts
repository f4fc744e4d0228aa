import { pictureKind } from '#shared/session/picture-kind.ts'

/** The file type from its first bytes, if recognised. */
export type FileKind = { readonly name: string; readonly imageMime: string | null }

/** The name of the PDF type. */
export const PDF = 'PDF document'

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))

const MAGIC: readonly { readonly at: number; readonly bytes: readonly number[]; readonly kind: FileKind }[] =
  [
    { at: 0, bytes: ascii('%PDF-'), kind: other(PDF) },
    { at: 0, bytes: ascii('PK\x03\x04'), kind: other('ZIP archive (also docx, xlsx, jar)') },
    { at: 0, bytes: [0x1f, 0x8b], kind: other('gzip archive') },
    { at: 0, bytes: [0xfd, ...ascii('7zXZ')], kind: other('xz archive') },
    { at: 0, bytes: [0x28, 0xb5, 0x2f, 0xfd], kind: other('zstd archive') },
    { at: 0, bytes: [0x7f, ...ascii('ELF')], kind: other('Linux program') },
    { at: 0, bytes: ascii('MZ'), kind: other('Windows program') },
    { at: 0, bytes: [0xcf, 0xfa, 0xed, 0xfe], kind: other('macOS program') },
    { at: 0, bytes: ascii('\0asm'), kind: other('WebAssembly module') },
    { at: 0, bytes: ascii('SQLite format 3\0'), kind: other('SQLite database') },
    { at: 0, bytes: ascii('wOF2'), kind: other('font') },
    { at: 257, bytes: ascii('ustar'), kind: other('tar archive') },
  ]

/** Returns the file type from the first bytes only, because a name can be wrong. */
export function fileKind(head: Uint8Array): FileKind | null {
  const picture = pictureKind(head)
  if (picture !== null) return { name: `${picture.name} picture`, imageMime: picture.mime }
  const found = MAGIC.find(({ at, bytes }) => bytes.every((byte, index) => head[at + index] === byte))
  return found?.kind ?? null
}

/** A size as people write it. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`
}

function other(name: string): FileKind {
  return { name, imageMime: null }
}
