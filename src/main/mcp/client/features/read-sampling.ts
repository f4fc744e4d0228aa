import {
  LONGEST_PICTURE,
  LONGEST_SAMPLING,
  MOST_PICTURES,
  PictureType,
  type SamplingRequest,
} from '../../messages.ts'

/** The parts of a sampling request that are read. All of it is the server's word. */
type Sampling = {
  readonly systemPrompt?: string | undefined
  readonly maxTokens: number
  readonly tools?: unknown
  readonly toolChoice?: unknown
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: unknown }[]
}

const MOST_MESSAGES = 200

type Read = SamplingRequest['messages'][number]

/** Reads a sampling request. Returns the reason as a text where it cannot be passed on whole. */
export function readSampling(asked: Sampling): SamplingRequest | string {
  const { systemPrompt = '', maxTokens, messages } = asked
  // The client announces no tools for sampling, so a server that sends some breaks the protocol.
  if (asked.tools !== undefined || asked.toolChoice !== undefined) {
    return 'This client takes no tools in sampling requests.'
  }
  if (messages.length === 0 || messages.length > MOST_MESSAGES) {
    return `A request has 1 to ${MOST_MESSAGES} messages.`
  }
  const read: Read[] = []
  for (const { role, content } of messages) {
    const message = messageIn(content)
    if (typeof message === 'string') return message
    read.push({ role, ...message })
  }
  const size = read.reduce((sum, { text }) => sum + text.length, systemPrompt.length)
  if (size > LONGEST_SAMPLING) return `A request has at most ${LONGEST_SAMPLING} characters.`
  const pictures = read.reduce((sum, each) => sum + (each.pictures?.length ?? 0), 0)
  if (pictures > MOST_PICTURES) return `A request has at most ${MOST_PICTURES} pictures.`
  return { system: systemPrompt, messages: read, maxTokens: Math.max(1, Math.floor(maxTokens)) }
}

/** The text and the pictures of a message, or the reason why it cannot be passed on. */
function messageIn(content: unknown): Omit<Read, 'role'> | string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  const texts: string[] = []
  const pictures: NonNullable<Read['pictures']> = []
  for (const block of blocks) {
    if (!isJson(block)) return 'A message has content.'
    const { type, text, data, mimeType } = block
    if (type === 'text' && typeof text === 'string') texts.push(text)
    else if (type === 'image' && typeof data === 'string') {
      const mime = PictureType.safeParse(mimeType)
      if (!mime.success) return `Models read pictures as ${PictureType.options.join(', ')}.`
      if (data === '' || data.length > LONGEST_PICTURE || !isBase64(data)) {
        return `A picture is base64 of at most ${LONGEST_PICTURE} characters.`
      }
      pictures.push({ mime: mime.data, data })
    } else return 'This client passes on text and pictures only.'
  }
  return { text: texts.join('\n'), ...(pictures.length === 0 ? {} : { pictures }) }
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/_-]*={0,2}\s*$/.test(text)

const isJson = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
