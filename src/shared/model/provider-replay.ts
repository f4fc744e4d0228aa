import { z } from 'zod'

/**
 * Ways to send an earlier tool round whose reasoning is missing: as it is, as text, or with the empty field that the
 * provider documents for it.
 */
export const ProviderReplay = z.enum(['allow', 'degrade_to_text', 'provider_empty_replay_field'])
export type ProviderReplay = z.infer<typeof ProviderReplay>

/** Protocols that have an empty field for missing reasoning: an empty `reasoning_content`, a placeholder signature. */
const WITH_EMPTY_FIELD: readonly string[] = ['openai-completions', 'google-generative-ai']

/** Returns the ways that differ from each other for a protocol. */
export function providerReplaysOf(api: string): readonly ProviderReplay[] {
  return WITH_EMPTY_FIELD.includes(api) ? ProviderReplay.options : ['degrade_to_text']
}

/** The facts that decide how reasoning is replayed. */
type Replaying = {
  readonly api: string
  readonly reasoning: boolean
  readonly providerReplay?: ProviderReplay
}

/** Whether the setting of a model says that its server demands the text of earlier reasoning. */
export function demandsReasoning({ api, reasoning, providerReplay }: Replaying): boolean {
  return (
    api === 'openai-completions' && reasoning && providerReplay !== undefined && providerReplay !== 'allow'
  )
}

/** Returns a model with the setting of an agent, which wins over the model's own. */
export function withReplayOf<Info extends Replaying>(
  model: Info,
  { providerReplay }: Pick<Replaying, 'providerReplay'>,
): Info {
  return providerReplay === undefined || providerReplay === model.providerReplay
    ? model
    : { ...model, providerReplay }
}
