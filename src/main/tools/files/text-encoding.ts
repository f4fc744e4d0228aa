import { isUtf8 } from 'node:buffer'
import { AppError } from '#shared/errors.ts'
import {
  decodeLegacy,
  encodeLegacy,
  isExact,
  type LegacyCharset,
  legacyCharset,
  legacyDecoder,
} from './legacy-charset.ts'

/** The encoding of a text file. `latin1` is the fallback. */
export type TextEncoding = {
  readonly charset: 'utf8' | 'utf16le' | 'utf16be' | 'latin1' | LegacyCharset
  readonly bom: boolean
  /** There where some of its bytes would be others once they were read and written again. */
  readonly lossy?: true
}

const BOMS = [
  { charset: 'utf8', bytes: [0xef, 0xbb, 0xbf] },
  { charset: 'utf16le', bytes: [0xff, 0xfe] },
  { charset: 'utf16be', bytes: [0xfe, 0xff] },
] as const

const SAMPLE = 64 * 1024

/** The encoding of a whole file, or null when it is no text. */
export function detectEncoding(bytes: Uint8Array): TextEncoding | null {
  for (const { charset, bytes: mark } of BOMS) {
    if (!mark.every((byte, index) => bytes[index] === byte)) continue
    if (charset === 'utf8' && !isUtf8(bytes)) continue
    if (charset !== 'utf8' && bytes.length % 2 === 1) continue
    return { charset, bom: true }
  }
  const sample = bytes.subarray(0, SAMPLE)
  if (sample.includes(0)) return bytes.length % 2 === 0 ? utf16WithoutMark(sample) : null
  if (isUtf8(bytes)) return { charset: 'utf8', bom: false }
  if (hasControls(sample) || bytes.includes(0)) return null
  const charset = legacyCharset(bytes)
  if (charset === null) return { charset: 'latin1', bom: false }
  return { charset, bom: false, ...(isExact(bytes, charset) ? {} : { lossy: true }) }
}

/** The text of the bytes, without the mark at the start. */
export function decodeText(bytes: Uint8Array, { charset, bom }: TextEncoding): string {
  if (isLegacy(charset)) return decodeLegacy(bytes, charset)
  const body = Buffer.from(bytes.subarray(bom ? markLength(charset) : 0))
  return charset === 'utf16be' ? body.swap16().toString('utf16le') : body.toString(charset)
}

/** Decodes a text whose bytes come in pieces. */
export function decoderOf({ charset }: TextEncoding): (chunk: Buffer) => string {
  if (isLegacy(charset)) return legacyDecoder(charset)
  const decoder = new TextDecoder(DECODERS[charset])
  return (chunk) => decoder.decode(chunk, { stream: true })
}

/** The bytes of a text. Throws when the encoding has no place for one of its characters. */
export function encodeText(text: string, { charset, bom, lossy }: TextEncoding): Buffer {
  if (isLegacy(charset)) return encodedLegacy(text, charset, lossy === true)
  if (charset === 'latin1') {
    const foreign = [...text].find((character) => character > '\u00ff')
    if (foreign !== undefined) {
      throw AppError.forAgent(
        'tool.failed',
        `The file is Latin-1 and cannot hold "${foreign}". Convert it to UTF-8 first, or leave the character out.`,
      )
    }
  }
  const body = charset === 'utf16be' ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, charset)
  const mark = bom ? (BOMS.find((each) => each.charset === charset)?.bytes ?? []) : []
  return Buffer.concat([Buffer.from(mark), body])
}

/** Returns the note to the model about the encoding, or null for plain UTF-8. */
export function encodingNote({ charset, bom, lossy }: TextEncoding): string | null {
  if (isLegacy(charset)) {
    return `not UTF-8; shown as ${LEGACY[charset]}${lossy === true ? ', and edit cannot change it' : ''}`
  }
  if (charset === 'utf8') return bom ? 'UTF-8 with a byte order mark' : null
  if (charset === 'latin1') return 'not UTF-8; shown as Latin-1, so some characters may be wrong'
  return charset === 'utf16le' ? 'UTF-16, little-endian' : 'UTF-16, big-endian'
}

const DECODERS = { utf8: 'utf-8', utf16le: 'utf-16le', utf16be: 'utf-16be', latin1: 'latin1' } as const

/** The encodings from before Unicode, as people call them. */
const LEGACY: Readonly<Record<LegacyCharset, string>> = {
  gb18030: 'GB18030 (GBK)',
  big5: 'Big5',
  shift_jis: 'Shift JIS',
  windows1252: 'Windows-1252',
}

function isLegacy(charset: TextEncoding['charset']): charset is LegacyCharset {
  return Object.hasOwn(LEGACY, charset)
}

function encodedLegacy(text: string, charset: LegacyCharset, lossy: boolean): Buffer {
  const name = LEGACY[charset]
  if (lossy) {
    throw AppError.forAgent(
      'tool.failed',
      `The file is ${name}, but holds bytes that would not come back as they are. It was not changed. Convert it to UTF-8 first.`,
    )
  }
  const bytes = encodeLegacy(text, charset)
  if (Buffer.isBuffer(bytes)) return bytes
  throw AppError.forAgent(
    'tool.failed',
    `The file is ${name} and cannot hold "${bytes.foreign}". Convert it to UTF-8 first, or leave the character out.`,
  )
}

function markLength(charset: TextEncoding['charset']): number {
  return charset === 'utf8' ? 3 : 2
}

/** Western text in UTF-16 has a zero in nearly every second byte and none in the others. */
function utf16WithoutMark(sample: Uint8Array): TextEncoding | null {
  let even = 0
  let odd = 0
  sample.forEach((byte, index) => {
    if (byte !== 0) return
    if (index % 2 === 0) even += 1
    else odd += 1
  })
  const half = sample.length / 2
  if (half < 4) return null
  if (odd > half * 0.7 && even < half * 0.02) return { charset: 'utf16le', bom: false }
  if (even > half * 0.7 && odd < half * 0.02) return { charset: 'utf16be', bom: false }
  return null
}

function hasControls(sample: Uint8Array): boolean {
  let controls = 0
  for (const byte of sample) {
    if (byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b) controls += 1
  }
  return controls > sample.length / 100
}
