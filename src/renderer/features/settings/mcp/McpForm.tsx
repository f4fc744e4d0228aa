import { type FormEvent, useRef, useState } from 'react'
import { problemOf } from '../../../api.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Field, FieldError } from '../../../ui/controls/Field.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { useToastsAbove } from '../../../ui/hooks/use-toasts-above.ts'
import type { SettingsProps } from '../settings-props.ts'
import { type McpDraft, type McpView, NO_DRAFT, NO_VIEW, readDraft, type WrongMcpFields } from './mcp-view.ts'

type McpFormProps = SettingsProps & {
  readonly onView: (view: McpView) => void
  /** The server to change. Missing: a new one. */
  readonly editing?: { readonly key: string; readonly digest: string; readonly draft: McpDraft }
}

const KINDS = ['stdio', 'http', 'sse'] as const

/** Adds a server to the person's settings, or changes one. What is typed is checked here and again by main. */
export function McpForm({ api, app, toast, onView, editing }: McpFormProps) {
  const t = useText()
  const say = useProblemWords()
  const [draft, setDraft] = useState(editing?.draft ?? NO_DRAFT)
  const [wrong, setWrong] = useState<WrongMcpFields>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const foot = useRef<HTMLElement>(null)
  useToastsAbove(foot)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const read = readDraft(draft)
    setWrong(read.ok ? {} : read.wrong)
    if (!read.ok) return
    setBusy(true)
    setProblem(null)
    try {
      const { name, config } = read
      if (editing === undefined) await api.command('mcp.add', { name, config })
      else await api.command('mcp.edit', { key: editing.key, digest: editing.digest, config })
      const saved = editing === undefined ? 'settings.mcp.added' : 'settings.mcp.changed'
      toast({ mark: 'done', text: t(saved, { names: name }), seconds: 5 })
      onView({ kind: 'server', key: `user:${name}` })
    } catch (error) {
      setProblem(say(problemOf(error)))
    } finally {
      setBusy(false)
    }
  }
  const fields = draft.kind === 'stdio' ? PROGRAM_FIELDS : ADDRESS_FIELDS
  const title = t(editing === undefined ? 'settings.mcp.new' : 'settings.mcp.editTitle', { name: draft.name })
  const leave = editing === undefined ? NO_VIEW : ({ kind: 'server', key: editing.key } as const)
  return (
    <form
      noValidate
      aria-label={title}
      onSubmit={(event) => app.attempt(save(event))}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-5"
    >
      <h2 className="font-semibold text-lg tracking-tight">{title}</h2>
      {editing === undefined ? (
        <DraftField name="name" draft={draft} wrong={wrong} onDraft={setDraft} />
      ) : null}
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <span className="grow font-medium text-fg-2">{t('settings.mcp.field.kind')}</span>
        <Segmented
          label={t('settings.mcp.field.kind')}
          value={draft.kind}
          options={KINDS.map((value) => ({ value, label: t(`settings.mcp.kind.${value}`) }))}
          onChange={(value) =>
            setDraft({ ...draft, kind: KINDS.find((each) => each === value) ?? draft.kind })
          }
        />
      </div>
      {fields.map((name) => (
        <DraftField key={name} name={name} draft={draft} wrong={wrong} onDraft={setDraft} />
      ))}
      {draft.kind === 'stdio' ? (
        <Checkbox
          label={t('settings.mcp.field.sandbox')}
          checked={draft.sandbox === 'true'}
          onChange={(on) => setDraft({ ...draft, sandbox: String(on) })}
        />
      ) : null}
      {LIMIT_FIELDS.map((name) => (
        <DraftField key={name} name={name} draft={draft} wrong={wrong} onDraft={setDraft} />
      ))}
      <fieldset className="grid gap-3">
        <legend className="mb-1 font-medium text-fg-2 text-sm">{t('settings.mcp.permits')}</legend>
        <p className="text-fg-3 text-sm">{t('settings.mcp.permitsHint')}</p>
        {(['roots', 'sampling'] as const).map((name) => (
          <Checkbox
            key={name}
            label={t(`settings.mcp.field.${name}`)}
            checked={draft[name] === 'true'}
            onChange={(on) => setDraft({ ...draft, [name]: String(on) })}
          />
        ))}
        {draft.sampling === 'true' ? (
          <DraftField name="samplingTokens" draft={draft} wrong={wrong} onDraft={setDraft} />
        ) : null}
      </fieldset>
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      <footer
        ref={foot}
        className="sticky bottom-0 z-(--z-sticky) -mx-4 -mb-5 flex gap-2 border-line border-t bg-side px-4 py-3"
      >
        <span className="grow" />
        <Button onClick={() => onView(leave)}>{t('ui.cancel')}</Button>
        <Button type="submit" look="primary" disabled={busy}>
          {t(editing === undefined ? 'settings.mcp.add' : 'settings.mcp.saveChanges')}
        </Button>
      </footer>
    </form>
  )
}

const PROGRAM_FIELDS = ['command', 'args', 'env', 'cwd'] as const
const ADDRESS_FIELDS = ['url', 'headers'] as const
const LIMIT_FIELDS = ['timeout', 'allow', 'deny'] as const
const IN_LINES: ReadonlySet<string> = new Set(['args', 'env', 'headers', 'allow', 'deny'])

type DraftFieldProps = {
  readonly name: Exclude<keyof McpDraft, 'kind' | 'sandbox' | 'sampling' | 'roots'>
  readonly draft: McpDraft
  readonly wrong: WrongMcpFields
  readonly onDraft: (draft: McpDraft) => void
}

function DraftField({ name, draft, wrong, onDraft }: DraftFieldProps) {
  const t = useText()
  const onText = (value: string) => onDraft({ ...draft, [name]: value })
  return (
    <Field
      label={t(`settings.mcp.field.${name}`)}
      hint={t(`settings.mcp.hint.${name}`)}
      error={wrong[name] === undefined ? undefined : t('settings.mcp.wrong', { what: wrong[name] })}
    >
      {(ids) =>
        IN_LINES.has(name) ? (
          <TextArea {...ids} mono rows={3} value={draft[name]} onText={onText} />
        ) : (
          <TextInput {...ids} mono value={draft[name]} onText={onText} />
        )
      }
    </Field>
  )
}
