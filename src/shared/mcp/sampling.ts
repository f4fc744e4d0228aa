import { z } from 'zod'

/** The largest request of a server to a model, in UTF-16 units, and in messages. */
export const LONGEST_SAMPLING = 200_000
const MOST_MESSAGES = 200

/** The most pictures of a request, and the longest of them as base64. */
export const MOST_PICTURES = 8
export const LONGEST_PICTURE = 7_000_000

/** The media types of pictures that models read. */
export const PictureType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

const SampledMessage = z.strictObject({
  role: z.enum(['user', 'assistant']),
  text: z.string().max(LONGEST_SAMPLING),
  /** Pictures as base64, after the text. */
  pictures: z.exactOptional(
    z
      .array(z.strictObject({ mime: PictureType, data: z.string().min(1).max(LONGEST_PICTURE) }))
      .max(MOST_PICTURES),
  ),
})

/** A request of an MCP server for an answer of a model. */
export const SamplingRequest = z.strictObject({
  /** The system prompt; empty for none. */
  system: z.string().max(LONGEST_SAMPLING),
  messages: z.array(SampledMessage).min(1).max(MOST_MESSAGES),
  /** The most tokens of the answer. */
  maxTokens: z.number().int().positive(),
})
export type SamplingRequest = z.infer<typeof SamplingRequest>

/** The answer for a server. `reason` is for the server and names no details of the person's models. */
export type SamplingAnswer =
  | { readonly action: 'sampled'; readonly text: string; readonly model: string }
  | { readonly action: 'refused'; readonly reason: string }

/** Returns the whole request as text, for the person and for counting. Pictures are named. */
export function samplingText({ system, messages }: Pick<SamplingRequest, 'system' | 'messages'>): string {
  const said = messages.map(({ role, text, pictures = [] }) =>
    [`[${role}]`, text, ...pictures.map(({ mime }) => `[${mime}]`)].filter((line) => line !== '').join('\n'),
  )
  return [...(system === '' ? [] : [`[system]\n${system}`]), ...said].join('\n\n')
}
