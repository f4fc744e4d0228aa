import { z } from 'zod'

/** The largest request of a server to a model, in UTF-16 units, and in messages. */
export const LONGEST_SAMPLING = 200_000
const MOST_MESSAGES = 200

/** A request of an MCP server for an answer of a model. */
export const SamplingRequest = z.strictObject({
  /** The system prompt; empty for none. */
  system: z.string().max(LONGEST_SAMPLING),
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), text: z.string().max(LONGEST_SAMPLING) }))
    .min(1)
    .max(MOST_MESSAGES),
  /** The most tokens of the answer. */
  maxTokens: z.number().int().positive(),
})
export type SamplingRequest = z.infer<typeof SamplingRequest>

/** The answer for a server. `reason` is for the server and names no details of the person's models. */
export type SamplingAnswer =
  | { readonly action: 'sampled'; readonly text: string; readonly model: string }
  | { readonly action: 'refused'; readonly reason: string }

/** Returns the whole request as text, for the person and for counting. */
export function samplingText({ system, messages }: Pick<SamplingRequest, 'system' | 'messages'>): string {
  const said = messages.map(({ role, text }) => `[${role}]\n${text}`)
  return [...(system === '' ? [] : [`[system]\n${system}`]), ...said].join('\n\n')
}
