import { type FormEvent, useState } from 'react'
import { type FormDraft, firstDraft, readDraft } from '#shared/mcp/form-draft.ts'
import type { FormField, ServerForm } from '#shared/mcp/server-form.ts'
import { parseJson } from '#shared/parse-json.ts'
import { useText } from '../messages/TextProvider.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { Select } from '../ui/controls/Select.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'
import { useUnread } from './unread.ts'

type ServerFormViewProps = {
  readonly form: ServerForm
  /** Sends the entries as JSON. */
  readonly onAnswer: (value: string) => void
  readonly onDecline: () => void
  /** Opens an address in the browser. */
  readonly onOpen: (url: string) => void
}

/** Shows the question of an MCP server: its fields, or the address it wants opened. */
export function ServerFormView({ form, onAnswer, onDecline, onOpen }: ServerFormViewProps) {
  const t = useText()
  const isUnread = useUnread()
  const [draft, setDraft] = useState<FormDraft>(() => firstDraft(form))
  const [wrong, setWrong] = useState<readonly string[]>([])
  const { fields, url, server } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readDraft(form, draft)
    setWrong(read.ok ? [] : read.wrong)
    if (!read.ok) return
    if (url !== undefined) onOpen(url)
    onAnswer(JSON.stringify(draft))
  }
  return (
    <form noValidate aria-label={t('approvals.form')} onSubmit={submit} className="grid gap-3">
      <p className="text-fg-2 text-sm">
        {t(url === undefined ? 'approvals.form.asks' : 'approvals.form.link', { server })}
      </p>
      {url === undefined ? null : (
        <p className="max-h-32 overflow-y-auto break-all rounded-md bg-sunken p-2 plain-code text-sm">
          <ForeignText text={url} />
        </p>
      )}
      {fields.map((field) => (
        <FormFieldView
          key={field.name}
          field={field}
          entry={draft[field.name] ?? ''}
          isWrong={wrong.includes(field.name)}
          onEntry={(entry) => setDraft((before) => ({ ...before, [field.name]: entry }))}
        />
      ))}
      <div className="answers-guard flex flex-wrap gap-2">
        <Button
          type="submit"
          look="primary"
          onClick={(event) => void (isUnread(event) && event.preventDefault())}
        >
          {url === undefined
            ? t('approvals.form.send')
            : t('approvals.form.open', { host: new URL(url).host })}
        </Button>
        <Button onClick={(event) => isUnread(event) || onDecline()}>{t('approvals.form.decline')}</Button>
      </div>
    </form>
  )
}

type FormFieldViewProps = {
  readonly field: FormField
  readonly entry: string
  readonly isWrong: boolean
  readonly onEntry: (entry: string) => void
}

function FormFieldView({ field, entry, isWrong, onEntry }: FormFieldViewProps) {
  const t = useText()
  const { title, description, kind, required, options = [] } = field
  if (kind === 'boolean') {
    return (
      <div className="grid gap-1">
        <Checkbox label={title} checked={entry === 'true'} onChange={(on) => onEntry(String(on))} />
        {description === '' ? null : <p className="text-fg-3 text-xs">{description}</p>}
      </div>
    )
  }
  const label = required ? title : t('approvals.form.optional', { title })
  const error = isWrong ? t(`approvals.form.wrong.${kind}`) : null
  return (
    <Field label={label} hint={description === '' ? null : description} error={error}>
      {(ids) =>
        kind === 'choice' ? (
          <Select id={ids.id} value={entry} groups={[{ title: null, options }]} onChange={onEntry} />
        ) : kind === 'choices' ? (
          <Choices id={ids.id} label={label} options={options} entry={entry} onEntry={onEntry} />
        ) : (
          <TextInput
            {...ids}
            value={entry}
            onText={onEntry}
            inputMode={kind === 'text' ? 'text' : 'decimal'}
          />
        )
      }
    </Field>
  )
}

type ChoicesProps = {
  readonly id: string
  readonly label: string
  readonly options: NonNullable<FormField['options']>
  readonly entry: string
  readonly onEntry: (entry: string) => void
}

function Choices({ id, label, options, entry, onEntry }: ChoicesProps) {
  const read: unknown = parseJson(entry === '' ? '[]' : entry)
  const chosen: readonly unknown[] = Array.isArray(read) ? read : []
  const pick = (value: string, on: boolean) =>
    onEntry(
      JSON.stringify(
        options.map((each) => each.value).filter((each) => (each === value ? on : chosen.includes(each))),
      ),
    )
  return (
    <fieldset id={id} aria-label={label} className="grid gap-0.5">
      {options.map(({ value, label: words }) => (
        <Checkbox
          key={value}
          label={words}
          checked={chosen.includes(value)}
          onChange={(on) => pick(value, on)}
        />
      ))}
    </fieldset>
  )
}
