import { keepNewest } from '#shared/keep-newest.ts'
import type { Message, Part } from '#shared/session/message.ts'
import type { ToolSpec } from '../models/model.ts'

/** Counts the tokens of a text. An estimate unless the provider lends its own. */
export type CountText = (text: string) => number

/** Counts texts, messages and tools; a part or a tool is counted once for as long as the object lives. */
export type TokenCounter = {
  readonly text: CountText
  readonly message: (message: Message) => number
  readonly part: (part: Part) => number
  readonly tool: (tool: ToolSpec) => number
}

/** What a provider adds around every message: role and separators. */
const MESSAGE_OVERHEAD = 4
/** What a provider adds around a call: its id, its name field and the braces. */
const CALL_OVERHEAD = 8
/** A picture of ordinary size, as the large providers bill it. */
const FILE_TOKENS = 1_600

/** A fast estimate that errs upwards, because a request that is too long fails and one that is short does not. */
export function estimateTokens(text: string): number {
  let hundredths = 0
  for (let index = 0; index < text.length; index++) hundredths += WEIGHTS[text.charCodeAt(index)] ?? 0
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

/** The instructions are put together anew for each request and are nearly always what they were. */
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
      return FILE_TOKENS
  }
}

/** Reasoning without a sidecar is not sent. Encrypted reasoning has no text of its own. */
function countReasoning({ text, replay }: Extract<Part, { t: 'reasoning' }>, countText: CountText): number {
  if (replay === undefined) return 0
  return text === '' ? countText(JSON.stringify(replay.data)) : countText(text)
}

/**
 * Hundredths of a token for every UTF-16 unit. Measured against the two common byte-pair vocabularies: at or
 * slightly above the real count for prose, source code, JSON, minified code, logs and CJK text (+5 to +30 %,
 * more for languages the vocabularies know well). Encoded bytes are the exception: the real count of base64 is
 * up to half as much again.
 */
const WEIGHTS = new Uint8Array(0x10000).fill(75, 128).fill(120, 0x2e80).fill(150, 0xd800, 0xe000)
for (let code = 0; code < 128; code += 1) WEIGHTS[code] = weightOfAscii(code)

function weightOfAscii(code: number): number {
  const char = String.fromCharCode(code)
  if (/[a-z]/.test(char)) return 25
  if (/[A-Z]/.test(char)) return 55
  if (/[0-9]/.test(char)) return 75
  if (char === '\n') return 70
  // Runs of spaces and tabs become one token, and a single space belongs to the word behind it.
  return /\s/.test(char) ? 12 : 80
}
