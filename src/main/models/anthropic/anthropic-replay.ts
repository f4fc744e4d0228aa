import type {
  RedactedThinkingBlockParam,
  ThinkingBlockParam,
} from '@anthropic-ai/sdk/resources/messages/messages'
import type { ModelInfo } from '#shared/model/model.ts'
import type { Opaque, Part } from '#shared/session/message.ts'

const API = 'anthropic-messages'
type ReasoningPart = Extract<Part, { t: 'reasoning' }>

/** The signature of a thinking block, whose text is the part's own. */
export function signatureReplay(provider: string, signature: string): Opaque {
  return { provider, api: API, data: { signature } }
}

/** A thinking block that only the provider can read. */
export function redactedReplay(provider: string, redacted: string): Opaque {
  return { provider, api: API, data: { redacted } }
}

/** Returns the block that goes back unchanged, or null for reasoning without a signature of this provider. */
export function replayBlockOf(
  { text, replay }: ReasoningPart,
  { provider }: Pick<ModelInfo, 'provider'>,
): ThinkingBlockParam | RedactedThinkingBlockParam | null {
  if (replay?.api !== API || replay.provider !== provider) return null
  const data = (typeof replay.data === 'object' ? replay.data : null) ?? {}
  if ('redacted' in data && typeof data.redacted === 'string') {
    return { type: 'redacted_thinking', data: data.redacted }
  }
  return 'signature' in data && typeof data.signature === 'string'
    ? { type: 'thinking', thinking: text, signature: data.signature }
    : null
}
