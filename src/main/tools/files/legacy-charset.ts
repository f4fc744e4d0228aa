import iconv from 'iconv-lite'

/** Encodings from before Unicode. All of them are supersets of ASCII. */
export type LegacyCharset = EastAsianCharset | 'windows1252'
type EastAsianCharset = 'gb18030' | 'big5' | 'shift_jis'

const SAMPLE = 64 * 1024
const LEAST_PAIRS = 2
const LEAST_SCORE = 0.7

/** The classification of a byte pair: frequency in real text, and whether it is specific to this encoding. */
type Pair = { readonly common: boolean; readonly telling: boolean }

/** The character at a position. `null` for an invalid one. */
type Reading = { readonly length: 1 | 2 | 4; readonly pair: Pair | null } | null

const within = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to

/** Of the characters of GB 2312 the first level is ordered by sound and makes up nearly all of a text. */
function readGb(lead: number, trail: number): Reading {
  if (!within(lead, 0x81, 0xfe)) return null
  if (within(trail, 0x30, 0x39)) return { length: 4, pair: { common: false, telling: false } }
  if (!within(trail, 0x40, 0xfe) || trail === 0x7f) return null
  const isHigh = trail >= 0xa1
  const common = isHigh && (within(lead, 0xb0, 0xd7) || lead === 0xa1 || lead === 0xa3)
  return { length: 2, pair: { common, telling: isHigh } }
}

/** An ASCII letter after a high byte is usual here, and in Western text as well: only two high bytes tell. */
function readBig5(lead: number, trail: number): Reading {
  if (!within(lead, 0x81, 0xfe)) return null
  const isHigh = within(trail, 0xa1, 0xfe)
  if (!isHigh && !within(trail, 0x40, 0x7e)) return null
  return { length: 2, pair: { common: within(lead, 0xa4, 0xc6) || lead === 0xa1, telling: isHigh } }
}

/** No Japanese text is without kana. */
function readShiftJis(lead: number, trail: number): Reading {
  if (within(lead, 0xa1, 0xdf)) return { length: 1, pair: { common: false, telling: false } }
  if (!within(lead, 0x81, 0x9f) && !within(lead, 0xe0, 0xfc)) return null
  if (!within(trail, 0x40, 0xfc) || trail === 0x7f) return null
  const kana = (lead === 0x82 && within(trail, 0x9f, 0xf1)) || (lead === 0x83 && within(trail, 0x40, 0x96))
  return { length: 2, pair: { common: kana || within(lead, 0x88, 0x97) || lead === 0x81, telling: kana } }
}

const READERS: readonly (readonly [EastAsianCharset, typeof readGb, tellingShare: number])[] = [
  ['gb18030', readGb, 0.7],
  ['big5', readBig5, 0.25],
  ['shift_jis', readShiftJis, 0.15],
]

/** The encoding that these bytes, which are no UTF-8, most likely have, or `null` when none fits well. */
export function legacyCharset(bytes: Uint8Array): LegacyCharset | null {
  return eastAsianCharset(bytes) ?? (isWindows1252(bytes) ? 'windows1252' : null)
}

/** Bytes for which Latin-1 has no characters, and Windows-1252 has quotes, dashes and the euro sign. */
function isWindows1252(bytes: Uint8Array): boolean {
  return bytes.some((byte) => within(byte, 0x80, 0x9f)) && isExact(bytes, 'windows1252')
}

function eastAsianCharset(bytes: Uint8Array): EastAsianCharset | null {
  let best: { readonly charset: EastAsianCharset; readonly score: number } | null = null
  for (const [charset, read, tellingShare] of READERS) {
    const score = scoreOf(bytes.subarray(0, SAMPLE), read, tellingShare)
    if (score >= LEAST_SCORE && score > (best?.score ?? 0)) best = { charset, score }
  }
  if (best === null) return null
  // The last character may be cut in two where only the beginning of a file was read.
  return decodeLegacy(bytes, best.charset).slice(0, -1).includes('\ufffd') ? null : best.charset
}

/** The share of characters that are usual, or 0 where the bytes do not fit or do not tell. */
function scoreOf(bytes: Uint8Array, read: typeof readGb, tellingShare: number): number {
  let [pairs, common, telling] = [0, 0, 0]
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0
    const trail = bytes[at + 1]
    if (lead < 0x80 || trail === undefined) {
      at += 1
      continue
    }
    const found = read(lead, trail)
    if (found === null) return 0
    at += found.length
    if (found.pair === null) continue
    pairs += 1
    if (found.pair.common) common += 1
    if (found.pair.telling) telling += 1
  }
  return telling < Math.max(LEAST_PAIRS, pairs * tellingShare) ? 0 : common / pairs
}

export function decodeLegacy(bytes: Uint8Array, charset: LegacyCharset): string {
  return iconv.decode(Buffer.from(bytes), charset)
}

/** Reads bytes that come in pieces. */
export function legacyDecoder(charset: LegacyCharset): (chunk: Buffer) => string {
  const decoder = iconv.getDecoder(charset)
  return (chunk) => decoder.write(chunk)
}

/** The bytes of a text, or the first character that this encoding has no place for. */
export function encodeLegacy(text: string, charset: LegacyCharset): Buffer | { readonly foreign: string } {
  const bytes = iconv.encode(text, charset)
  if (iconv.decode(bytes, charset) === text) return bytes
  const comesBack = (each: string) => iconv.decode(iconv.encode(each, charset), charset) === each
  return { foreign: [...text].find((each) => !comesBack(each)) ?? '' }
}

/** Whether decoding and encoding these bytes gives the same bytes. */
export function isExact(bytes: Uint8Array, charset: LegacyCharset): boolean {
  return iconv.encode(decodeLegacy(bytes, charset), charset).equals(bytes)
}
