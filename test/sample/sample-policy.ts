import type { ChatPolicy } from '#shared/context/chat-policy.ts'
import type { PolicyInForce } from '#shared/context/policy-in-force.ts'

/** A policy of which every layer has settled something. */
export function samplePolicy(): PolicyInForce {
  return {
    model: 'ollama/qwen3-coder:30b',
    agent: 'Build',
    lines: [
      { key: 'maxInputTokens', value: { in: 'tokens', amount: 262_144 }, from: 'model' },
      { key: 'reserveOutput', value: { in: 'tokens', amount: 24_000 }, from: 'profile' },
      { key: 'systemFraction', value: { in: 'share', amount: 0.15 }, from: 'builtin' },
      { key: 'autoCompact', value: { in: 'switch', on: true }, from: 'user' },
      { key: 'compactAt', value: { in: 'share', amount: 0.7 }, from: 'agent' },
      { key: 'window', value: { in: 'messages', amount: 12 }, from: 'project' },
      { key: 'toolOutputMaxChars', value: { in: 'characters', amount: 2_000 }, from: 'builtin' },
      { key: 'recallFraction', value: { in: 'share', amount: 0.2 }, from: 'user' },
    ],
    profile: { name: 'long', from: 'model', isKnown: true },
    profiles: ['long', 'short'],
    ofChat: null,
  }
}

/** What the sample's file says about requests, profiles and old chats. */
export const CHAT_POLICY: ChatPolicy = {
  archiveDays: 90,
  requests: {
    toolOutputKeepTurns: 5,
    alwaysKeepKinds: ['hook-context'],
    truncation: [{ kind: 'memory-recall', maxBudgetFraction: 0.1, strategy: 'tail' }],
  },
  profile: null,
  profiles: {
    long: { maxInputTokens: 400_000, compactAt: 0.9 },
    thrifty: { maxInputTokens: 40_000, window: { strategy: 'sliding', maxTurns: 4 } },
  },
  models: {},
}
