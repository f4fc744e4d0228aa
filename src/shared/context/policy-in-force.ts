import type { ModelRef } from '../ids.ts'

/** Who settled a value: the app, the model, the person's `config.toml`, that of the project, or the agent of the chat. */
export type PolicySettledBy = 'builtin' | 'model' | 'user' | 'project' | 'agent'

/** A value in the unit in which it is told. `null` where there is no limit. */
export type PolicyValue =
  | { readonly in: 'tokens' | 'characters' | 'share'; readonly amount: number }
  | { readonly in: 'messages'; readonly amount: number | null }
  | { readonly in: 'switch'; readonly on: boolean }

/** What is settled about the requests of a chat, in the order in which it is shown. */
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

/** What counts for the next run of a chat, and where each value comes from. */
export type PolicyInForce = {
  readonly model: ModelRef
  /** The name of the agent. */
  readonly agent: string
  readonly lines: readonly PolicyLine[]
}
