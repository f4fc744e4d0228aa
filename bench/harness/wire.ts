import type { RecordedRequest } from '../../test/support/models/model-server.ts'

/** A message of a request, as far as a scripted model reads it. */
export type WireMessage = {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool'
  readonly content: unknown
  readonly tool_call_id?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
}

/** A request for an answer. */
export type Asked = {
  readonly messages: readonly WireMessage[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
}

export function askedOf({ body }: RecordedRequest): Asked {
  return body as Asked
}

/** Returns the words of a message without its pictures. */
export function wordsOf({ content }: WireMessage): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const parts = content as readonly { readonly type: string; readonly text?: string }[]
  return parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('\n')
}
