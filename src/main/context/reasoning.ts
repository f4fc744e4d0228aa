import type { Message, Part } from '#shared/session/message.ts'
import type { ContextPolicy } from './policy.ts'

/** Which provider is asked, and whether it needs its reasoning back. */
export type ReplayRule = {
  readonly provider: string
  readonly policy: ContextPolicy['providerReplay']
}

/**
 * Sends each provider its own sidecars and nobody else's. Reasoning without one is left out, unless the policy
 * says that this provider insists on it. Returns the same message when nothing changes.
 */
export function applyReplayRule(message: Message, rule: ReplayRule): Message {
  if (message.role !== 'assistant' || !message.parts.some((part) => isForeign(part, rule))) return message
  return { ...message, parts: message.parts.flatMap((part) => rewrite(part, rule)) }
}

function isForeign(part: Part, rule: ReplayRule): boolean {
  if (part.t === 'reasoning') return part.replay?.provider !== rule.provider
  return part.t === 'tool_call' && part.replay !== undefined && part.replay.provider !== rule.provider
}

function rewrite(part: Part, rule: ReplayRule): Part[] {
  if (!isForeign(part, rule)) return [part]
  if (part.t === 'tool_call') {
    const { replay: _foreign, ...call } = part
    return [call]
  }
  return part.t === 'reasoning' ? withoutSidecar(part.text, rule) : [part]
}

function withoutSidecar(text: string, { provider, policy }: ReplayRule): Part[] {
  if (policy === undefined || !policy.required || policy.provider !== provider) return []
  switch (policy.missing) {
    case 'allow':
      return [{ t: 'reasoning', text }]
    case 'degrade_to_text':
      return text.trim() === '' ? [] : [{ t: 'text', text: `${text}\n\n` }]
    case 'provider_empty_replay_field':
      return [{ t: 'reasoning', text, replay: { provider, data: null } }]
  }
}
