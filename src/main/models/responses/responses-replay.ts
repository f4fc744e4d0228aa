import type { EasyInputMessage, ResponseReasoningItem } from 'openai/resources/responses/responses'
import type { ModelInfo } from '#shared/model/model.ts'
import type { Opaque, Part } from '#shared/session/message.ts'

const API = 'openai-responses'
type ReasoningPart = Extract<Part, { t: 'reasoning' }>
type TextPart = Extract<Part, { t: 'text' }>
type Provider = Pick<ModelInfo, 'provider'>

/** A reasoning item as it goes back. Its summary is the text of the part. */
export function reasoningReplay(provider: string, id: string, encrypted: string): Opaque {
  return { provider, api: API, data: { id, encrypted } }
}

/** The phase of a message, which goes back with it. */
export function phaseReplay(provider: string, phase: string): Opaque {
  return { provider, api: API, data: { phase } }
}

/** Returns the reasoning item that goes back, or null for reasoning that is not of this provider. */
export function reasoningItemOf(
  { text, replay }: ReasoningPart,
  { provider }: Provider,
): ResponseReasoningItem | null {
  const { id, encrypted } = dataOf(replay, provider)
  if (typeof id !== 'string' || typeof encrypted !== 'string') return null
  const summary = text === '' ? [] : [{ type: 'summary_text' as const, text }]
  return { type: 'reasoning', id, summary, encrypted_content: encrypted }
}

export function phaseOf({ replay }: TextPart, { provider }: Provider): Pick<EasyInputMessage, 'phase'> {
  const { phase } = dataOf(replay, provider)
  return phase === 'commentary' || phase === 'final_answer' ? { phase } : {}
}

function dataOf(replay: Opaque | undefined, provider: string): Record<string, unknown> {
  if (replay?.api !== API || replay.provider !== provider) return {}
  return typeof replay.data === 'object' && replay.data !== null ? { ...replay.data } : {}
}
