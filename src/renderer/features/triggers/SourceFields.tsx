import { useText } from '../../messages/TextProvider.tsx'
import { oneOf } from '../../ui/base/one-of.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { Choice, type FormPart, TextField } from './FormFields.tsx'
import { KINDS } from './trigger-draft.ts'

const OUTCOMES = ['any', 'done', 'failed'] as const

/** The source of a trigger, with the fields of its kind. */
export function SourceFields({ part }: { readonly part: FormPart }) {
  const t = useText()
  const { form, change } = part
  return (
    <>
      <Choice
        label={t('triggers.startsWith')}
        value={form.kind}
        onChange={(kind) => change({ kind: oneOf(KINDS, kind) ?? 'cron' })}
        options={KINDS.map((kind) => ({ value: kind, label: t(`triggers.kind.${kind}`) }))}
      />
      <KindFields part={part} />
    </>
  )
}

function KindFields({ part }: { readonly part: FormPart }) {
  const t = useText()
  const { form, faults, change } = part
  const outcome = (
    <Choice
      label={t('triggers.outcome')}
      value={form.outcome}
      onChange={(next) => change({ outcome: oneOf(OUTCOMES, next) ?? 'any' })}
      options={OUTCOMES.map((each) => ({ value: each, label: t(`triggers.outcome.${each}`) }))}
    />
  )
  switch (form.kind) {
    case 'cron':
      return (
        <TextField part={part} name="cron" mono label={t('triggers.cron')} hint={t('triggers.cronHint')} />
      )
    case 'file':
      return (
        <Field
          label={t('triggers.globs')}
          hint={t('triggers.globsHint')}
          error={faults.has('globs') ? t('triggers.required') : undefined}
        >
          {(ids) => (
            <TextArea {...ids} mono rows={2} value={form.globs} onText={(globs) => change({ globs })} />
          )}
        </Field>
      )
    case 'commit':
    case 'branch':
      return (
        <TextField
          part={part}
          name="branch"
          mono
          label={t('triggers.branch')}
          hint={t('triggers.branchHint')}
        />
      )
    case 'webhook':
      return null
    case 'chat':
      return outcome
    case 'workflowEnd':
      return (
        <>
          <TextField
            part={part}
            name="workflowName"
            label={t('triggers.workflowName')}
            hint={t('triggers.workflowNameHint')}
          />
          {outcome}
        </>
      )
  }
}
