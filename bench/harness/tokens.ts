import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Asked, WireMessage } from './wire.ts'

/** What providers add around a message: its role and separators. */
const AROUND_MESSAGE = 4

const counted = new Map<string, number>()

/** Counts the tokens of a text in o200k_base. The same text is counted once. */
export function tokensOf(text: string): number {
  const known = counted.get(text)
  if (known !== undefined) return known
  // A text that looks like a special token is a text.
  const tokens = countTokens(text, { disallowedSpecial: new Set() })
  counted.set(text, tokens)
  return tokens
}

/** Splits a request into texts in the order in which a server reads them: tools, then messages. */
export function piecesOf({ tools = [], messages }: Asked): string[] {
  return [...tools.map((tool) => JSON.stringify(tool.function)), ...messages.map(textOf)]
}

/** Counts the tokens of a request. */
export function requestTokens(asked: Asked): number {
  return piecesOf(asked).reduce((sum, piece) => sum + tokensOf(piece) + AROUND_MESSAGE, 0)
}

function textOf({ role, content, tool_calls: calls = [] }: WireMessage): string {
  const written = calls.map(({ function: { name, arguments: args } }) => `${name}${args}`).join('\n')
  const words = typeof content === 'string' ? content : content === null ? '' : JSON.stringify(content)
  return `${role}\n${words}${written === '' ? '' : `\n${written}`}`
}
