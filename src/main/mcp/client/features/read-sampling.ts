import { LONGEST_SAMPLING, type SamplingRequest } from '../../messages.ts'

/** The parts of a sampling request that are read. All of it is the server's word. */
type Sampling = {
  readonly systemPrompt?: string | undefined
  readonly maxTokens: number
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: unknown }[]
}

const MOST_MESSAGES = 200

/** Reads a sampling request. Returns the reason as a text where it cannot be passed on whole. */
export function readSampling({ systemPrompt = '', maxTokens, messages }: Sampling): SamplingRequest | string {
  if (messages.length === 0 || messages.length > MOST_MESSAGES) {
    return `A request has 1 to ${MOST_MESSAGES} messages.`
  }
  const read = messages.map(({ role, content }) => ({ role, text: textOf(content) }))
  const size = read.reduce((sum, { text }) => sum + (text?.length ?? 0), systemPrompt.length)
  if (size > LONGEST_SAMPLING) return `A request has at most ${LONGEST_SAMPLING} characters.`
  const said = read.flatMap(({ role, text }) => (text === null ? [] : [{ role, text }]))
  if (said.length < read.length) return 'This client passes on text only.'
  return { system: systemPrompt, messages: said, maxTokens: Math.max(1, Math.floor(maxTokens)) }
}

/** The text of a message; null where it has other content. */
function textOf(content: unknown): string | null {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  const texts = blocks.map((block) =>
    isJson(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? block['text'] : null,
  )
  return texts.includes(null) ? null : texts.join('\n')
}

const isJson = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
