import { useText } from '../../messages/TextProvider.tsx'
import { Choice, type FormPart, Pair, TextField } from './FormFields.tsx'

/** The limits of a trigger. An empty field is no limit. */
export function CapFields({ part }: { readonly part: FormPart }) {
  const t = useText()
  const { form, change } = part
  const bad = t('triggers.numberBad')
  return (
    <fieldset className="grid gap-3 border-line border-t pt-3">
      <legend className="float-left mb-2 font-semibold text-fg-2 text-sm">{t('triggers.caps')}</legend>
      <Pair>
        <TextField part={part} name="maxRuns" label={t('triggers.maxRuns')} error={bad} />
        <TextField part={part} name="maxUsd" label={t('triggers.maxUsd')} error={bad} />
      </Pair>
      <Pair>
        <TextField part={part} name="maxMinutes" label={t('triggers.maxMinutes')} error={bad} />
        <TextField part={part} name="maxUsdWeek" label={t('triggers.maxUsdWeek')} error={bad} />
      </Pair>
      <Pair>
        <TextField
          part={part}
          name="quietFrom"
          label={t('triggers.quietFrom')}
          error={t('triggers.quietBad')}
        />
        <TextField part={part} name="quietTo" label={t('triggers.quietTo')} />
      </Pair>
      <Pair>
        <Choice
          label={t('triggers.overlap')}
          value={form.overlap ? 'allow' : 'skip'}
          onChange={(next) => change({ overlap: next === 'allow' })}
          options={(['skip', 'allow'] as const).map((each) => ({
            value: each,
            label: t(`triggers.overlap.${each}`),
          }))}
        />
        <Choice
          label={t('triggers.missed')}
          value={form.missed}
          onChange={(next) => change({ missed: next === 'once' ? 'once' : 'skip' })}
          options={(['skip', 'once'] as const).map((each) => ({
            value: each,
            label: t(`triggers.missed.${each}`),
          }))}
        />
      </Pair>
    </fieldset>
  )
}
