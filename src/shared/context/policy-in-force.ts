import type { ModelRef } from '../ids.ts'

/**
 * The source of a value: built-in default, model, user `config.toml`, project `config.toml`, the chosen profile, the chat's
 * agent, or the command line and the administrator.
 */
export type PolicySettledBy = 'builtin' | 'model' | 'user' | 'project' | 'profile' | 'agent' | 'forced'

/** Chooses the profile of a request policy. */
export type ProfileChooser = 'user' | 'project' | 'model' | 'agent' | 'chat' | 'forced'

/** The profile in force. An unknown one changes nothing. */
export type ChosenProfile = {
  readonly name: string
  readonly from: ProfileChooser
  readonly isKnown: boolean
}

/** A value with its display unit. `null` means no limit. */
export type PolicyValue =
  | { readonly in: 'tokens' | 'characters' | 'share'; readonly amount: number }
  | { readonly in: 'messages'; readonly amount: number | null }
  | { readonly in: 'switch'; readonly on: boolean }

/** Keys of the request policy of a chat, in display order. */
export const POLICY_KEYS = [
  'maxInputTokens',
  'reserveOutput',
  'systemFraction',
  'autoCompact',
  'compactAt',
  'window',
  'toolOutputMaxChars',
  'recallFraction',
] as const
export type PolicyKey = (typeof POLICY_KEYS)[number]

export type PolicyLine = {
  readonly key: PolicyKey
  readonly value: PolicyValue
  readonly from: PolicySettledBy
}

/** The policy for the next run of a chat, with the source of each value. */
export type PolicyInForce = {
  readonly model: ModelRef
  /** The name of the agent. */
  readonly agent: string
  readonly lines: readonly PolicyLine[]
  /** The profile in force; null for none. */
  readonly profile: ChosenProfile | null
  /** The names of all profiles, sorted. */
  readonly profiles: readonly string[]
  /** The profile that the chat chose; null for none. */
  readonly ofChat: string | null
}
