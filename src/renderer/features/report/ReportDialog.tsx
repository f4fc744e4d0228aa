import { useState } from 'react'
import { useStore } from 'zustand'
import { REPORT_PARTS, type ReportPart } from '#shared/report/problem-report.ts'
import type { Data } from '../../data/data.ts'
import { useQuery } from '../../data/use-query.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextArea } from '../../ui/controls/TextArea.tsx'
import { Dialog } from '../../ui/panes/Dialog.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'

type ReportDialogProps = { readonly api: Data; readonly app: AppStore }

/** The report of a problem, while it is wanted: shown whole, edited, then saved or copied. Nothing is sent. */
export function ReportDialog({ api, app }: ReportDialogProps) {
  const t = useText()
  const reports = useStore(app.store, (state) => state.reports)
  return (
    <Dialog
      open={reports}
      onClose={() => app.writeReport(false)}
      title={t('report.title')}
      hint={t('report.hint')}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-180"
    >
      <ReportForm api={api} app={app} />
    </Dialog>
  )
}

const USUAL: readonly ReportPart[] = ['health', 'errors']

function ReportForm({ api, app }: ReportDialogProps) {
  const t = useText()
  const sessionId = useStore(app.store, (state) => state.openSession)
  const [parts, setParts] = useState(USUAL)
  const [words, setWords] = useState('')
  const [edited, setEdited] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<string | null>(null)
  const asked = useQuery('report.preview', { sessionId, parts: [...parts] })
  const composed = asked.data === null ? null : withWords(words, asked.data)
  const text = edited ?? composed ?? ''
  const turn = (part: ReportPart, on: boolean) =>
    // In the order of the list, so that the same choice is the same question.
    setParts(REPORT_PARTS.filter((each) => (each === part ? on : parts.includes(each))))
  const save = async () => {
    const saved = await api.command('report.save', { text })
    if (saved !== null) setOutcome(t('report.saved', { file: saved.fileName }))
  }
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome(t('report.copied')),
      () => setOutcome(t('chat.copyFailed')),
    )
  return (
    <div className="grid min-h-0 gap-3 overflow-auto px-5 pb-4">
      {asked.problem === null ? null : <Failure message={asked.problem} onRetry={asked.reload} />}
      <Field label={t('report.words')}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            placeholder={t('report.wordsHint')}
            disabled={edited !== null}
            value={words}
            onText={setWords}
          />
        )}
      </Field>
      <fieldset className="flex flex-wrap gap-x-4">
        <legend className="font-medium text-fg-2 text-sm">{t('report.parts')}</legend>
        {REPORT_PARTS.filter((part) => part !== 'chat' || sessionId !== null).map((part) => (
          <Checkbox
            key={part}
            label={t(`report.part.${part}`)}
            disabled={edited !== null}
            checked={parts.includes(part)}
            onChange={(on) => turn(part, on)}
          />
        ))}
      </fieldset>
      <Field label={t('report.text')} hint={t(edited === null ? 'report.textHint' : 'report.isEdited')}>
        {(ids) => (
          <TextArea
            {...ids}
            mono
            rows={14}
            value={composed === null && edited === null ? t('report.reading') : text}
            disabled={composed === null && edited === null}
            onText={(next) => {
              setOutcome(null)
              setEdited(next)
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        {edited === null ? null : (
          <Button look="ghost" onClick={() => setEdited(null)}>
            {t('report.discard')}
          </Button>
        )}
        <p role="status" className="min-w-0 grow text-fg-2 text-sm">
          {outcome ?? ''}
        </p>
        <Button icon="copy" disabled={text === ''} onClick={() => app.attempt(copy())}>
          {t('report.copy')}
        </Button>
        <Button look="primary" disabled={text === ''} onClick={() => app.attempt(save())}>
          {t('report.save')}
        </Button>
      </div>
    </div>
  )
}

/** The report as it is saved: the words of the person, then what the app tells. */
function withWords(words: string, data: string): string {
  const said = words.trim()
  return `${said === '' ? '' : `${said}\n\n`}${data}\n`
}
