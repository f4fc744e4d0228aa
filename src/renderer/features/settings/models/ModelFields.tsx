import { CustomModelConfig } from '#shared/config/config.ts'
import type { ModelListing } from '#shared/model/model.ts'
import type { Data } from '../../../data/data.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { ContinuationField } from './ContinuationField.tsx'
import { effortIn, effortOptions, fallbackOptions } from './model-choices.ts'
import { type ModelDraft, offersTopP, PICTURES, type WrongFields } from './model-view.ts'
import { ReplayField } from './ReplayField.tsx'

type ModelFieldsProps = {
  readonly draft: ModelDraft
  readonly wrong: WrongFields
  /** Provider and id name the model in the settings, so a known one keeps them. */
  readonly fixed: boolean
  readonly api: Data
  /** Every model there is, for the choice of one that stands in. */
  readonly models: readonly ModelListing[]
  readonly onDraft: (draft: ModelDraft) => void
}

type TextKey = Exclude<
  { [Key in keyof ModelDraft]: string extends ModelDraft[Key] ? Key : never }[keyof ModelDraft],
  'fallback' | 'reasoningEffort' | 'providerReplay'
>

/** Shows the required fields of a model. */
export function ModelFields({ draft, wrong, fixed, api, models, onDraft }: ModelFieldsProps) {
  const t = useText()
  const text = (key: TextKey, more: { mono?: boolean; disabled?: boolean; hint?: string } = {}) => (
    <Field
      label={t(`settings.field.${key}`)}
      hint={more.hint}
      error={wrong.has(key) ? t(`settings.wrong.${key}`) : undefined}
    >
      {(ids) => (
        <TextInput
          {...ids}
          mono={more.mono ?? false}
          disabled={more.disabled ?? false}
          value={draft[key]}
          onText={(value) => onDraft({ ...draft, [key]: value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <Field label={t('settings.field.api')} hint={t('settings.field.apiHint')}>
        {({ id }) => (
          <Select
            id={id}
            mono
            value={draft.api}
            groups={[{ title: null, options: API_OPTIONS }]}
            onChange={(api) => onDraft({ ...draft, api: CustomModelConfig.shape.api.parse(api) })}
          />
        )}
      </Field>
      {text('baseUrl', { mono: true })}
      <div className="grid grid-cols-2 gap-3">
        {text('provider', { mono: true, disabled: fixed })}
        {text('id', { mono: true, disabled: fixed })}
      </div>
      {text('label', { hint: t('settings.field.labelHint') })}
      <KeyField draft={draft} api={api} onDraft={onDraft} />
      <div className="figures grid grid-cols-2 gap-3">
        {text('contextWindow', { hint: t('settings.field.tokensHint') })}
        {text('maxTokens', { hint: t('settings.field.tokensHint') })}
        {text('inputPrice', { hint: t('settings.field.priceHint') })}
        {text('outputPrice', { hint: t('settings.field.priceHint') })}
      </div>
      <FallbackField draft={draft} models={models} onDraft={onDraft} />
      <div className="flex min-h-6 items-center gap-2 text-sm">
        <span className="grow font-medium text-fg-2">{t('settings.field.reasoning')}</span>
        <Switch
          label={t('settings.field.reasoning')}
          checked={draft.reasoning}
          onChange={(reasoning) => onDraft({ ...draft, reasoning })}
        />
      </div>
      <div className="figures grid grid-cols-2 gap-3">
        {draft.reasoning ? <EffortField draft={draft} onDraft={onDraft} /> : null}
        {offersTopP(draft) ? text('topP', { hint: t('settings.field.topPHint') }) : null}
      </div>
      {draft.reasoning ? (
        <ReplayField draft={draft} onReplay={(providerReplay) => onDraft({ ...draft, providerReplay })} />
      ) : null}
      <ContinuationField draft={draft} onChange={(continuation) => onDraft({ ...draft, continuation })} />
      <div className="flex min-h-6 items-center gap-2 text-sm">
        <span className="grow font-medium text-fg-2">{t('settings.field.pictures')}</span>
        <Segmented
          label={t('settings.field.pictures')}
          value={draft.pictures}
          options={PICTURES.map((value) => ({ value, label: t(`settings.pictures.${value}`) }))}
          onChange={(value) =>
            onDraft({ ...draft, pictures: PICTURES.find((each) => each === value) ?? 'unknown' })
          }
        />
      </div>
    </>
  )
}

/** Shows the field for the reasoning effort. */
function EffortField({ draft, onDraft }: Pick<ModelFieldsProps, 'draft' | 'onDraft'>) {
  const t = useText()
  return (
    <Field label={t('settings.field.reasoningEffort')}>
      {({ id }) => (
        <Select
          id={id}
          value={draft.reasoningEffort}
          groups={[{ title: null, options: effortOptions(t) }]}
          onChange={(effort) => onDraft({ ...draft, reasoningEffort: effortIn(effort) })}
        />
      )}
    </Field>
  )
}

/** Shows the field for the fallback model when this one is overloaded or unreachable. */
function FallbackField({ draft, models, onDraft }: Pick<ModelFieldsProps, 'draft' | 'models' | 'onDraft'>) {
  const t = useText()
  return (
    <Field label={t('settings.field.fallback')} hint={t('settings.field.fallbackHint')}>
      {({ id }) => (
        <Select
          id={id}
          value={draft.fallback}
          groups={[{ title: null, options: fallbackOptions(draft, models, t) }]}
          onChange={(fallback) => onDraft({ ...draft, fallback })}
        />
      )}
    </Field>
  )
}

/** Every protocol a model can be reached with. */
const API_OPTIONS = CustomModelConfig.shape.api.options.map((api) => ({ value: api, label: api }))

type KeyFieldProps = Pick<ModelFieldsProps, 'draft' | 'api' | 'onDraft'>

/** Shows the source of the key. A key is never typed here, only in the vault. */
function KeyField({ draft, onDraft }: KeyFieldProps) {
  const t = useText()
  const secrets = useQuery('vault.list', {})
  const names = (secrets.data ?? []).map((secret) => secret.name)
  const all = draft.keyName === '' || names.includes(draft.keyName) ? names : [draft.keyName, ...names]
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <span className="grow font-medium text-fg-2 text-sm">{t('settings.field.key')}</span>
        <Segmented
          label={t('settings.field.keyFrom')}
          value={draft.key}
          options={(['none', 'vault', 'env'] as const).map((value) => ({
            value,
            label: t(`settings.key.${value}`),
          }))}
          onChange={(key) => {
            if (key === 'none' || key === 'vault' || key === 'env') onDraft({ ...draft, key, keyName: '' })
          }}
        />
      </div>
      {draft.key === 'vault' ? (
        <Select
          label={t('settings.field.secret')}
          mono
          value={draft.keyName}
          placeholder={names.length === 0 ? t('settings.key.noSecrets') : t('settings.key.pick')}
          disabled={all.length === 0}
          groups={[{ title: null, options: all.map((name) => ({ value: name, label: name })) }]}
          onChange={(keyName) => onDraft({ ...draft, keyName })}
        />
      ) : null}
      {draft.key === 'env' ? (
        <TextInput
          aria-label={t('settings.field.variable')}
          mono
          value={draft.keyName}
          placeholder="OPENAI_API_KEY"
          onText={(keyName) => onDraft({ ...draft, keyName })}
        />
      ) : null}
    </div>
  )
}
