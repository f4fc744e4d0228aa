import { type FormEvent, useState } from 'react'
import type { McpImport } from '#shared/mcp/mcp-list.ts'
import { problemOf } from '../../../api.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field, FieldError } from '../../../ui/controls/Field.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { type McpView, NO_VIEW } from './mcp-view.ts'

type McpImportFormProps = SettingsProps & { readonly onView: (view: McpView) => void }

const EXAMPLE = '{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "…"] } } }'

/** Adds servers from the JSON in which other programs keep them. */
export function McpImportForm({ api, app, toast, onView }: McpImportFormProps) {
  const t = useText()
  const say = useProblemWords()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [left, setLeft] = useState<McpImport['problems']>([])
  const [busy, setBusy] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    setLeft([])
    try {
      const { added, problems } = await api.command('mcp.import', { text })
      setLeft(problems)
      const [first] = added
      if (first !== undefined) {
        toast({ mark: 'done', text: t('settings.mcp.added', { names: added.join(', ') }), seconds: 5 })
        if (problems.length === 0) onView({ kind: 'server', key: `user:${first}` })
      }
    } catch (error) {
      setProblem(say(problemOf(error)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      aria-label={t('settings.mcp.pasteTitle')}
      onSubmit={(event) => app.attempt(add(event))}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-5"
    >
      <h2 className="font-semibold text-lg tracking-tight">{t('settings.mcp.pasteTitle')}</h2>
      <Field
        label={t('settings.mcp.json')}
        hint={t('settings.mcp.jsonHint')}
        error={problem === null ? undefined : problem}
      >
        {(ids) => <TextArea {...ids} mono rows={12} value={text} onText={setText} placeholder={EXAMPLE} />}
      </Field>
      {left.map(({ name, problem: why }) => (
        <FieldError key={name}>
          <b className="font-medium">
            <ForeignText text={name} />
          </b>{' '}
          <ForeignText text={why} />
        </FieldError>
      ))}
      <footer className="flex gap-2">
        <span className="grow" />
        <Button onClick={() => onView(NO_VIEW)}>{t('ui.cancel')}</Button>
        <Button type="submit" look="primary" disabled={busy || text.trim() === ''}>
          {t('settings.mcp.addAll')}
        </Button>
      </footer>
    </form>
  )
}
