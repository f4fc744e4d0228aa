import type { ModelRef } from '#shared/ids.ts'
import type { ModelApi } from '#shared/model/model.ts'
import type { Message, Opaque, Part } from '#shared/session/message.ts'

/** The requested model, and whether its server needs the text of earlier reasoning. */
export type ReplayRule = {
  readonly provider: string
  /** The wire protocol of the asked model. */
  readonly api: ModelApi
  readonly model: ModelRef
  readonly returnsText: boolean
}

/**
 * Keeps the reasoning that the asked model wrote itself, with its sidecars, and drops that of any other model: its
 * signatures would be refused. Returns the same message when nothing changes.
 */
export function applyReplayRule(message: Message, rule: ReplayRule): Message {
  if (message.role !== 'assistant') return message
  const parts = message.parts.flatMap((part) => rewrite(part, message, rule))
  const isSame =
    parts.length === message.parts.length && parts.every((part, at) => part === message.parts[at])
  return isSame ? message : { ...message, parts }
}

function rewrite(part: Part, message: Message, rule: ReplayRule): Part[] {
  if (part.t === 'reasoning') return reasoningFor(part, message, rule)
  if (part.t === 'file' || part.replay === undefined || isOwn(part.replay, message, rule)) return [part]
  const { replay: _foreign, ...own } = part
  return [own]
}

/** Text alone is worth something only to the model that wrote it, and counts only where its server wants it. */
function reasoningFor(part: Extract<Part, { t: 'reasoning' }>, message: Message, rule: ReplayRule): Part[] {
  if (part.replay !== undefined) return isOwn(part.replay, message, rule) ? [part] : []
  if (message.model !== rule.model || part.text === '') return []
  return rule.returnsText ? [{ ...part, replay: { provider: rule.provider, data: TEXT_ONLY } }] : [part]
}

/** Marks reasoning that is replayed as text, without a sidecar. */
const TEXT_ONLY = null

/** A message that names no model is as old as the sidecar's provider says. */
function isOwn(
  { provider, api = 'openai-completions' }: Opaque,
  { model }: Message,
  rule: ReplayRule,
): boolean {
  return provider === rule.provider && api === rule.api && (model === undefined || model === rule.model)
}
