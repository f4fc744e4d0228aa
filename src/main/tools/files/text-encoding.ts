import { isUtf8 } from 'node:buffer'
import { AppError } from '#shared/errors.ts'

/** How a text file spells its characters. `latin1` is the guess when nothing else fits. */
export type TextEncoding = {
  readonly charset: 'utf8' | 'utf16le' | 'utf16be' | 'latin1'
  readonly bom: boolean
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
  return hasControls(sample) || bytes.includes(0) ? null : { charset: 'latin1', bom: false }
}

/** The text of the bytes, without the mark at the start. */
export function decodeText(bytes: Uint8Array, { charset, bom }: TextEncoding): string {
  const body = Buffer.from(bytes.subarray(bom ? markLength(charset) : 0))
  return charset === 'utf16be' ? body.swap16().toString('utf16le') : body.toString(charset)
}

/** The bytes of a text. Throws when the encoding has no place for one of its characters. */
export function encodeText(text: string, { charset, bom }: TextEncoding): Buffer {
  if (charset === 'latin1') {
    const foreign = [...text].find((character) => character > '\u00ff')
    if (foreign !== undefined) {
      throw new AppError(
        'tool.failed',
        `The file is Latin-1 and cannot hold "${foreign}". Convert it to UTF-8 first, or leave the character out.`,
      )
    }
  }
  const body = charset === 'utf16be' ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, charset)
  const mark = bom ? (BOMS.find((each) => each.charset === charset)?.bytes ?? []) : []
  return Buffer.concat([Buffer.from(mark), body])
}

/** What a model is told about the encoding, or null for plain UTF-8. */
export function encodingNote({ charset, bom }: TextEncoding): string | null {
  if (charset === 'utf8') return bom ? 'UTF-8 with a byte order mark' : null
  if (charset === 'latin1') return 'not UTF-8; shown as Latin-1, so some characters may be wrong'
  return charset === 'utf16le' ? 'UTF-16, little-endian' : 'UTF-16, big-endian'
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
