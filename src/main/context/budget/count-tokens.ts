import { keepNewest } from '#shared/keep-newest.ts'
import { isPdfMime, isTextFile } from '#shared/session/attachment.ts'
import type { Message, Part } from '#shared/session/message.ts'
import type { ToolSpec } from '../../models/model.ts'

/** Counts the tokens of a text. An estimate unless the provider lends its own. */
export type CountText = (text: string) => number

/** Counts texts, messages and tools; a part or a tool is counted once for as long as the object lives. */
export type TokenCounter = {
  readonly text: CountText
  readonly message: (message: Message) => number
  readonly part: (part: Part) => number
  readonly tool: (tool: ToolSpec) => number
}

/** Tokens a provider adds per message: role and separators. */
const MESSAGE_OVERHEAD = 4
/** Tokens a provider adds per call: id, name field and braces. */
const CALL_OVERHEAD = 8
/** A picture of ordinary size, as the large providers bill it. */
const FILE_TOKENS = 1_600
/** Tokens of the name of a file. */
const NAME_TOKENS = 20

/** Estimates tokens from the kinds of characters and their changes. Errs upwards by a few percent. */
export function estimateTokens(text: string): number {
  let hundredths = 0
  let before: number = SPACE
  let codeBefore = -1
  let run = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const kind = KINDS[code] ?? SYMBOL
    if (kind >= SCRIPTS) hundredths += FLAT[kind] ?? 0
    else if (kind === PUNCTUATION && code === codeBefore) hundredths += REPEATED
    else hundredths += CHANGES[before * SCRIPTS + kind] ?? 0
    run = kind <= UPPER && before <= UPPER ? run + 1 : 0
    if (run >= LONG_RUN) hundredths += LONG_RUN_EACH
    before = kind < SCRIPTS ? kind : LETTER_LIKE
    codeBefore = code
  }
  return Math.ceil(hundredths / 100)
}

/** Remembers counts by object, so that a long history is counted once and not once a request. */
export function createTokenCounter(countText: CountText = estimateTokens): TokenCounter {
  const part = remembered((value: Part) => countPart(value, countText))
  return {
    text: rememberedTexts(countText),
    part,
    tool: remembered(({ name, description, schema }: ToolSpec) => {
      return CALL_OVERHEAD + countText(`${name}${description}${JSON.stringify(schema)}`)
    }),
    message: remembered((message: Message) => {
      let tokens = MESSAGE_OVERHEAD
      for (const value of message.parts) tokens += part(value)
      return tokens
    }),
  }
}

function remembered<T extends object>(count: (value: T) => number): (value: T) => number {
  const counted = new WeakMap<T, number>()
  return (value) => {
    const known = counted.get(value)
    if (known !== undefined) return known
    const tokens = count(value)
    counted.set(value, tokens)
    return tokens
  }
}

/** Instructions are assembled for each request and rarely change. */
const KEPT_TEXTS = 32
/** Shorter texts are counted as fast as they are found. */
const LONG_TEXT = 400

function rememberedTexts(count: CountText): CountText {
  const counted = new Map<string, number>()
  return (text) => {
    if (text.length < LONG_TEXT) return count(text)
    const tokens = counted.get(text) ?? count(text)
    keepNewest(counted, text, tokens, KEPT_TEXTS)
    return tokens
  }
}

function countPart(part: Part, countText: CountText): number {
  switch (part.t) {
    case 'text':
      return countText(part.text)
    case 'reasoning':
      return countReasoning(part, countText)
    case 'tool_call':
      return CALL_OVERHEAD + countText(part.name) + countText(JSON.stringify(part.args) ?? '')
    case 'file':
      // An item of its own carries the text of such a file.
      return isTextFile(part) && !isPdfMime(part.mime) ? NAME_TOKENS : FILE_TOKENS
  }
}

/** Reasoning without a sidecar is not sent. Encrypted reasoning has no text of its own. */
function countReasoning({ text, replay }: Extract<Part, { t: 'reasoning' }>, countText: CountText): number {
  if (replay === undefined) return 0
  return text === '' ? countText(JSON.stringify(replay.data)) : countText(text)
}

/** Kinds of characters. Those below `SCRIPTS` cost by what comes before them. */
const [LOWER, UPPER, DIGIT, SPACE, NEWLINE, PUNCTUATION, SCRIPTS] = [0, 1, 2, 3, 4, 5, 6] as const
/** Kinds with one price for each character, in the order of `RANGES`. */
const SYMBOL = 6
/** A letter of another script: a word that continues after it begins no new token. */
const LETTER_LIKE = LOWER

/** A sign that repeats the one before it: lines of dashes and runs of brackets are single tokens. */
const REPEATED = 4
/** Vocabularies hold no words longer than this, so each letter behind it costs. */
const LONG_RUN = 9
const LONG_RUN_EACH = 22

/**
 * Hundredths of a token by the kind before and the kind itself. Fitted to o200k and cl100k on source code, prose,
 * JSON, diffs, logs, base64 and hex (within 10 % of both), then raised by 8 %.
 */
const CHANGES: readonly number[] = [LOWER, UPPER, DIGIT, SPACE, NEWLINE, PUNCTUATION].flatMap((before) => [
  before <= UPPER ? 0 : 82,
  before === UPPER ? 9 : 168,
  before === DIGIT ? 22 : 170,
  before === SPACE || before === NEWLINE ? 10 : 29,
  before === NEWLINE ? 10 : 138,
  before === PUNCTUATION ? 78 : 44,
])

/**
 * Scripts and what one of their characters costs, between the two vocabularies: the first code of each range, and
 * hundredths of a token. The usage a server reports corrects the rest.
 */
const RANGES: readonly (readonly [from: number, hundredths: number])[] = [
  [0x80, 45], // Latin with marks
  [0x370, 50], // Greek
  [0x400, 36], // Cyrillic
  [0x530, 50], // Armenian, Hebrew, Arabic
  [0x900, 62], // Indic scripts
  [0xe00, 60], // Thai and others of South-East Asia
  [0x1e00, 75], // Vietnamese, old Greek
  [0x2000, 80], // signs, arrows, boxes
  [0x2e80, 98], // Chinese signs
  [0x3040, 112], // kana
  [0x3100, 98], // ideographs
  [0xac00, 90], // Hangul
  [0xd800, 130], // halves of pictures and rare signs
  [0xe000, 100],
]
const FLAT: readonly number[] = [...Array<number>(SCRIPTS).fill(0), ...RANGES.map(([, each]) => each)]

const KINDS = new Uint8Array(0x10000)
for (const [at, [from]] of RANGES.entries()) KINDS.fill(SCRIPTS + at, from)
for (let code = 0; code < 128; code += 1) KINDS[code] = kindOfAscii(code)

function kindOfAscii(code: number): number {
  const char = String.fromCharCode(code)
  if (/[a-z]/.test(char)) return LOWER
  if (/[A-Z]/.test(char)) return UPPER
  if (/[0-9]/.test(char)) return DIGIT
  if (char === '\n') return NEWLINE
  return /\s/.test(char) ? SPACE : PUNCTUATION
}
