/** What the first bytes of a file say it is, where they say anything. */
export type FileKind = { readonly name: string; readonly imageMime: string | null }

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))

const MAGIC: readonly { readonly at: number; readonly bytes: readonly number[]; readonly kind: FileKind }[] =
  [
    { at: 0, bytes: [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a], kind: image('PNG', 'image/png') },
    { at: 0, bytes: [0xff, 0xd8, 0xff], kind: image('JPEG', 'image/jpeg') },
    { at: 0, bytes: ascii('GIF87a'), kind: image('GIF', 'image/gif') },
    { at: 0, bytes: ascii('GIF89a'), kind: image('GIF', 'image/gif') },
    { at: 8, bytes: ascii('WEBP'), kind: image('WebP', 'image/webp') },
    { at: 0, bytes: ascii('%PDF-'), kind: other('PDF document') },
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

/** Looks at the first bytes only; a name can lie. */
export function fileKind(head: Uint8Array): FileKind | null {
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

function image(name: string, imageMime: string): FileKind {
  return { name: `${name} picture`, imageMime }
}

function other(name: string): FileKind {
  return { name, imageMime: null }
}
