import { expect, it } from 'vitest'
import { UserConfig } from '#shared/config/config.ts'
import type { ChatPolicy } from '#shared/context/chat-policy.ts'
import { chatPolicyOf, withChatPolicy } from './edit-chat-policy.ts'
import { longChatsOf } from './edit-context.ts'
import { parseConfig } from './toml/config-text.ts'

const read = (text: string) => parseConfig(UserConfig, text, 'config.toml')
const NOTHING: ChatPolicy = { archiveDays: null, requests: {}, profile: null, profiles: {}, models: {} }
const CHOSEN: ChatPolicy = {
  archiveDays: 30,
  requests: { reserveOutput: 4_000, systemFraction: 0.2, alwaysKeepKinds: ['hook-context'] },
  profile: 'long',
  profiles: {
    long: { compactAt: 0.9 },
    'short & 快': { maxInputTokens: 9_000, window: { strategy: 'sliding', maxTurns: 3 } },
  },
  models: { 'lab/big': 'long' },
}

it('is empty for a file that says nothing, and adds nothing to it', () => {
  expect(chatPolicyOf({})).toEqual(NOTHING)
  expect(withChatPolicy(NOTHING)('# mine\n', {})).toBe('# mine\n')
})

it('is written as it is read, beside what the person wrote', () => {
  const text = '# mine\n[context]\ncompactAt = 0.7 # full\n\n[runs]\nmaxTurns = 9\n'
  const changed = withChatPolicy(CHOSEN)(text, read(text))
  expect(changed).toContain('compactAt = 0.7 # full')
  expect(chatPolicyOf(read(changed))).toEqual(CHOSEN)
  expect(longChatsOf(read(changed)).at).toBe(0.7)
  expect(read(changed).runs).toEqual({ maxTurns: 9, sessionTtl: 30 })
})

it('takes all of it away again, and leaves the settings for long chats', () => {
  const text = '[context]\nautoCompact = false\n'
  const changed = withChatPolicy(CHOSEN)(text, read(text))
  const back = withChatPolicy(NOTHING)(changed, read(changed))
  expect(read(back)).toEqual(read(text))
})

it('renames and changes profiles without losing comments elsewhere', () => {
  const text = withChatPolicy(CHOSEN)('# mine\n', {})
  const next = { ...CHOSEN, profile: null, profiles: { tall: { reserveOutput: 1 } }, models: {} }
  const changed = withChatPolicy(next)(text, read(text))
  expect(changed).toContain('# mine')
  expect(chatPolicyOf(read(changed))).toEqual(next)
})

it('writes how notes are cut, also into a profile', () => {
  const truncation = [{ kind: 'steer', maxBudgetFraction: 0.5, strategy: 'head' as const }]
  const next = { ...NOTHING, requests: { truncation }, profiles: { one: { truncation } } }
  expect(chatPolicyOf(read(withChatPolicy(next)('', {})))).toEqual(next)
})
