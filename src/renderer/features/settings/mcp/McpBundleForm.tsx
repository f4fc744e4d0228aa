import { type FormEvent, useState } from 'react'
import type { BundleField, BundlePreview } from '#shared/mcp/bundle.ts'
import { problemOf } from '../../../api.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { useBytesText } from '../../../ui/base/bytes-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Field, FieldError } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { type McpView, NO_VIEW } from './mcp-view.ts'

type McpBundleFormProps = SettingsProps & {
  readonly bundle: BundlePreview
  readonly onView: (view: McpView) => void
}

/** Shows a bundle and what it would start, takes the values it needs, and installs it. */
export function McpBundleForm({ bundle, api, app, toast, onView }: McpBundleFormProps) {
  const t = useText()
  const say = useProblemWords()
  const { id, fields } = bundle
  const [name, setName] = useState(bundle.name)
  const [values, setValues] = useState(() => new Map(fields.map((field) => [field.name, field.initial])))
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const install = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await api.command('mcp.installBundle', { id, name: name.trim(), values: Object.fromEntries(values) })
      toast({ mark: 'done', text: t('settings.mcp.added', { names: name.trim() }), seconds: 5 })
      onView({ kind: 'server', key: `user:${name.trim()}` })
    } catch (error) {
      setProblem(say(problemOf(error)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      aria-label={t('settings.mcp.bundle.title')}
      onSubmit={(event) => app.attempt(install(event))}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-5"
    >
      <BundleFacts bundle={bundle} />
      <Field label={t('settings.mcp.field.name')} hint={t('settings.mcp.hint.name')}>
        {(ids) => <TextInput {...ids} mono value={name} onText={setName} />}
      </Field>
      {fields.map((field) => (
        <BundleFieldView
          key={field.name}
          field={field}
          value={values.get(field.name) ?? ''}
          onValue={(value) => setValues((before) => new Map(before).set(field.name, value))}
        />
      ))}
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <footer className="flex gap-2">
        <span className="grow" />
        <Button onClick={() => onView(NO_VIEW)}>{t('ui.cancel')}</Button>
        <Button type="submit" look="primary" disabled={busy}>
          {t('settings.mcp.bundle.install')}
        </Button>
      </footer>
    </form>
  )
}

function BundleFacts({ bundle }: Pick<McpBundleFormProps, 'bundle'>) {
  const t = useText()
  const bytes = useBytesText()
  const { title, version, author, description, command, variables, tools, files, size } = bundle
  const facts = [
    ['version', version],
    ['author', author],
    ['starts', command],
    ['variables', variables.join(', ')],
    ['tools', tools.join(', ')],
    ['files', t('settings.mcp.bundle.size', { count: files, size: bytes(size) })],
  ] as const
  return (
    <>
      <header className="grid gap-1">
        <h2 className="break-words font-semibold text-lg tracking-tight">
          <ForeignText text={title} />
        </h2>
        <p className="break-words text-fg-2 text-sm">
          <ForeignText text={description} />
        </p>
      </header>
      <p className="text-sm">{t('settings.mcp.bundle.check')}</p>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {facts.map(([fact, value]) =>
          value === '' ? null : (
            <div key={fact} className="contents">
              <dt className="text-fg-3">{t(`settings.mcp.bundle.${fact}`)}</dt>
              <dd className="break-words text-fg-2">
                <ForeignText text={value} />
              </dd>
            </div>
          ),
        )}
      </dl>
    </>
  )
}

type BundleFieldViewProps = {
  readonly field: BundleField
  readonly value: string
  readonly onValue: (value: string) => void
}

function BundleFieldView({ field, value, onValue }: BundleFieldViewProps) {
  const t = useText()
  const { title, description, kind, required, sensitive } = field
  if (kind === 'boolean') {
    return <Checkbox label={title} checked={value === 'true'} onChange={(on) => onValue(String(on))} />
  }
  const hints = [description, ...(sensitive ? [t('settings.mcp.bundle.secret')] : [])]
  return (
    <Field
      label={required ? title : t('settings.mcp.inspect.field.optional', { name: title })}
      hint={<ForeignText text={hints.filter((each) => each !== '').join(' ')} />}
    >
      {(ids) => (
        <TextInput {...ids} mono type={sensitive ? 'password' : 'text'} value={value} onText={onValue} />
      )}
    </Field>
  )
}
