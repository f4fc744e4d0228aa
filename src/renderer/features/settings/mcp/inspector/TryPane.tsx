import { type FormEvent, useMemo, useState } from 'react'
import type { McpOffers, McpTrial } from '#shared/mcp/inspector.ts'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import {
  draftOf,
  entryOf,
  readTry,
  type TryDraft,
  type TryField,
  tryFields,
} from '#shared/mcp/schema-form.ts'
import { problemOf } from '../../../../api.ts'
import { useQuery } from '../../../../data/use-query.ts'
import { useProblemWords, useText } from '../../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { CopyButton } from '../../../../ui/controls/CopyButton.tsx'
import { Field, FieldError } from '../../../../ui/controls/Field.tsx'
import { Mark, type MarkState } from '../../../../ui/controls/Mark.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { Failure } from '../../../../ui/panes/Failure.tsx'
import { ForeignText } from '../../../../ui/text/ForeignText.tsx'
import { PlainText } from '../../../../ui/text/PlainText.tsx'
import type { SettingsProps } from '../../settings-props.ts'
import type { TryTarget } from './inspector-view.ts'

type TryPaneProps = SettingsProps & {
  readonly server: Pick<McpServerListing, 'key' | 'projectId'>
  readonly target: TryTarget
  readonly offers: McpOffers | null
}

/** A form made from the schema of a tool, resource or prompt. It sends one request outside all chats. */
export function TryPane({ server, target, offers, api, app }: TryPaneProps) {
  const t = useText()
  const say = useProblemWords()
  const { key, projectId } = server
  const { what, name } = target
  const { fields, description } = useMemo(() => formOf(target, offers), [target, offers])
  const [draft, setDraft] = useState<TryDraft>(() =>
    draftOf(fields, what === 'read' ? { uri: name } : target.args),
  )
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const read = readTry(fields, draft)
    setWrong(read.ok ? [] : read.wrong)
    if (!read.ok) return
    setProblem(null)
    try {
      setSent(await api.command('mcp.try', { projectId, key, request: requestOf(target, read.args) }))
    } catch (error) {
      setProblem(say(problemOf(error)))
    }
  }
  return (
    <form
      noValidate
      aria-label={t(`settings.mcp.inspect.try.${what}`)}
      onSubmit={(event) => app.attempt(send(event))}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
    >
      <header className="grid gap-1">
        <h3 className="font-semibold text-sm">{t(`settings.mcp.inspect.try.${what}`)}</h3>
        <p className="break-all plain-code text-sm">
          <ForeignText text={name} />
        </p>
        {description === '' ? null : (
          <p className="line-clamp-6 break-words text-fg-3 text-xs">
            <ForeignText text={description} />
          </p>
        )}
      </header>
      {fields.length === 0 ? (
        <p className="text-fg-2 text-sm">{t('settings.mcp.inspect.noArguments')}</p>
      ) : (
        fields.map((field) => (
          <TryFieldView
            key={field.name}
            field={field}
            label={what === 'read' ? t('settings.mcp.inspect.field.uri') : field.name}
            entry={entryOf(draft, field.name)}
            isWrong={wrong.includes(field.name)}
            onEntry={(entry) => setDraft({ ...draft, [field.name]: entry })}
          />
        ))
      )}
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary">
          {t(`settings.mcp.inspect.send.${what}`)}
        </Button>
        <CopyButton
          label={t('settings.mcp.inspect.copy')}
          text={() => {
            const read = readTry(fields, draft)
            return JSON.stringify(read.ok ? requestOf(target, read.args) : draft, null, 2)
          }}
        />
      </div>
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      {sent === null ? null : <TrialView key={sent} id={sent} api={api} app={app} />}
      <p className="text-fg-3 text-xs">{t('settings.mcp.inspect.outside')}</p>
    </form>
  )
}

const URI: TryField = { name: 'uri', description: '', required: true, kind: 'text', options: [] }

function formOf({ what, name }: TryTarget, offers: McpOffers | null) {
  if (what === 'read') return { fields: [URI], description: '' }
  if (what === 'call') {
    const tool = offers?.tools.find((each) => each.name === name)
    return { fields: tryFields(tool?.inputSchema ?? {}), description: tool?.description ?? '' }
  }
  const prompt = offers?.prompts.find((each) => each.name === name)
  const fields = (prompt?.args ?? []).map((arg): TryField => ({ ...arg, kind: 'text', options: [] }))
  return { fields, description: prompt?.description ?? '' }
}

function requestOf({ what, name }: TryTarget, args: Record<string, unknown>) {
  if (what === 'call') return { what, tool: name, args } as const
  if (what === 'read') return { what, uri: String(args['uri']) } as const
  const texts = Object.entries(args).map(([key, value]) => [key, String(value)] as const)
  return { what, name, args: Object.fromEntries(texts) } as const
}

type TryFieldViewProps = {
  readonly field: TryField
  readonly label: string
  readonly entry: string
  readonly isWrong: boolean
  readonly onEntry: (entry: string) => void
}

function TryFieldView({ field, label, entry, isWrong, onEntry }: TryFieldViewProps) {
  const t = useText()
  const { description, kind, required, options } = field
  const choices = options.map((value) => ({ value, label: value }))
  return (
    <Field
      label={required ? label : t('settings.mcp.inspect.field.optional', { name: label })}
      hint={description === '' ? null : <ForeignText text={description} />}
      error={isWrong ? t(`settings.mcp.inspect.wrong.${kind}`) : null}
    >
      {(ids) =>
        kind === 'choice' || kind === 'boolean' ? (
          <Select id={ids.id} value={entry} groups={[{ title: null, options: choices }]} onChange={onEntry} />
        ) : kind === 'json' ? (
          <TextArea {...ids} mono rows={4} value={entry} onText={onEntry} />
        ) : (
          <TextInput {...ids} mono value={entry} onText={onEntry} />
        )
      }
    </Field>
  )
}

const MARKS: Readonly<Record<McpTrial['state'], MarkState>> = {
  running: 'run',
  done: 'done',
  failed: 'fail',
  stopped: 'stop',
}

type TrialViewProps = Pick<SettingsProps, 'api' | 'app'> & { readonly id: number }

function TrialView({ id, api, app }: TrialViewProps) {
  const t = useText()
  const numbers = useNumbers()
  const { data, problem, reload } = useQuery('mcp.trial', { id })
  if (problem !== null) return <Failure message={problem} onRetry={reload} />
  if (data === null) return null
  const { state, text, progress, tookMs } = data
  return (
    <section aria-label={t('settings.mcp.inspect.result')} className="grid gap-2">
      <div role="status" className="flex items-center gap-2 text-sm">
        <Mark state={MARKS[state]} label={t(`settings.mcp.inspect.state.${state}`)} />
        {t(`settings.mcp.inspect.state.${state}`)}
        <span className="figures text-fg-3 text-xs">{tookMs === null ? '' : numbers.took(tookMs)}</span>
        <span className="grow" />
        {state === 'running' ? (
          <Button size="small" icon="stop" onClick={() => app.attempt(api.command('mcp.stopTrial', { id }))}>
            {t('settings.mcp.inspect.stop')}
          </Button>
        ) : null}
        {text === '' ? null : <CopyButton text={text} label={t('settings.mcp.inspect.copy')} />}
      </div>
      {progress === '' ? null : (
        <PlainText text={progress} className="max-h-24 overflow-auto text-fg-3 text-xs" />
      )}
      {text === '' ? null : (
        <PlainText text={text} className="max-h-112 overflow-auto rounded-md bg-sunken p-2" />
      )}
    </section>
  )
}
