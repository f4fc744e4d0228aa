import { BuiltinModelConfig, CustomModelConfig, type ModelConfig } from '#shared/config/config.ts'
import { PROVIDER_NAMES } from '#shared/model/known-providers.ts'
import { type ModelListing, ReasoningEffort } from '#shared/model/model.ts'
import { ProviderReplay, providerReplaysOf } from '#shared/model/provider-replay.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { SelectOption } from '../../../ui/controls/Select.tsx'
import { configOf, draftOf, type ModelDraft } from './model-view.ts'

/** The choices of thinking time; first: chosen by the model. */
export function effortOptions(
  t: Text,
  efforts: readonly ReasoningEffort[] = ReasoningEffort.options,
): readonly SelectOption[] {
  return [
    { value: '', label: t('settings.effort.none') },
    ...efforts.map((value) => ({ value, label: t(`settings.effort.${value}`) })),
  ]
}

/** The choice among them. */
export function effortIn(value: string): ModelDraft['reasoningEffort'] {
  return value === '' ? '' : ReasoningEffort.parse(value)
}

/** Lists the forms of tool rounds without their reasoning; first: automatic. The set one is always offered. */
export function replayOptions(
  { api, providerReplay }: Pick<ModelDraft, 'api' | 'providerReplay'>,
  t: Text,
): readonly SelectOption[] {
  const offered = providerReplaysOf(api)
  return [
    { value: '', label: t('settings.replay.automatic') },
    ...ProviderReplay.options
      .filter((value) => offered.includes(value) || value === providerReplay)
      .map((value) => ({ value, label: t(`settings.replay.${value}`) })),
  ]
}

/** The choice among them. */
export function replayIn(value: string): ModelDraft['providerReplay'] {
  return value === '' ? '' : ProviderReplay.parse(value)
}

const EFFORTS = ReasoningEffort.options

/** Returns the position of an effort on a slider. The middle is where most models stand when nothing is said. */
export function placeOf(effort: ModelDraft['reasoningEffort']): number {
  return EFFORTS.indexOf(effort === '' ? 'medium' : effort)
}

/** The effort at a place of the slider. */
export function effortAt(place: number): ReasoningEffort {
  return EFFORTS[Math.max(0, Math.min(EFFORTS.length - 1, Math.round(place)))] ?? 'medium'
}

/** Who can answer in place of a model; first: nobody. Who was chosen is offered also after it has gone. */
export function fallbackOptions(
  { provider, id, fallback }: Pick<ModelDraft, 'provider' | 'id' | 'fallback'>,
  models: readonly ModelListing[],
  t: Text,
): readonly SelectOption[] {
  const others = models.filter(
    (model) => model.source !== 'builtin' && !(model.provider === provider && model.id === id),
  )
  const isGone = fallback !== '' && !others.some(({ ref }) => ref === fallback)
  return [
    { value: '', label: t('settings.fallback.none') },
    ...(isGone ? [{ value: fallback, label: fallback }] : []),
    ...others.map(({ ref, label }) => ({ value: ref, label })),
  ]
}

/** A known model with a change, as it is written down; null for one that cannot be. */
export function withChange(model: ModelListing, change: Partial<ModelDraft>): ModelConfig | null {
  const wanted = configOf({ ...draftOf(model), ...change })
  const parsed = isNamed(model)
    ? BuiltinModelConfig.safeParse(manner(wanted, model))
    : CustomModelConfig.safeParse(wanted)
  return parsed.success ? parsed.data : null
}

/** Whether the settings have only the name of a model and of its provider. */
export function isNamed({ isByName, provider }: Pick<ModelListing, 'isByName' | 'provider'>): boolean {
  return isByName === true && PROVIDER_NAMES.some((name) => name === provider)
}

/** The settings of a model whose facts come from the catalogue. */
function manner(
  {
    provider,
    id,
    topP,
    reasoningEffort,
    providerReplay,
    continuation,
    fallback,
  }: ReturnType<typeof configOf>,
  { apiKeyRef }: ModelListing,
) {
  return {
    type: 'builtin',
    provider,
    id,
    ...(apiKeyRef === null ? {} : { apiKeyRef }),
    ...(topP === undefined ? {} : { topP }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(providerReplay === undefined ? {} : { providerReplay }),
    ...(continuation === undefined ? {} : { continuation }),
    ...(fallback === undefined ? {} : { fallback }),
  }
}
