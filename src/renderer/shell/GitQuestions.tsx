import { type FormEvent, useState } from 'react'
import type { GitQuestion } from '#shared/changes/git-question.ts'
import type { Data } from '../data/data.ts'
import { useQuery } from '../data/use-query.ts'
import { useLocale, useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { SecretInput } from '../ui/controls/SecretInput.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { useLate } from '../ui/hooks/use-late.ts'
import { Dialog } from '../ui/panes/Dialog.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'

type GitQuestionsProps = { readonly api: Data; readonly app: AppStore }

/** The oldest question of git or ssh that waits for the person. */
export function GitQuestions({ api, app }: GitQuestionsProps) {
  const t = useText()
  const { data } = useQuery('gitQuestion.list', {})
  const question = data?.[0]
  if (question === undefined) return null
  const { id, act, folder } = question
  const answer = (given: string | null) =>
    app.attempt(api.command('gitQuestion.answer', { id, answer: given }))
  return (
    <Dialog
      key={id}
      open
      title={t('gitQuestion.title')}
      hint={t('gitQuestion.about', { act, folder })}
      onClose={() => answer(null)}
    >
      <QuestionForm question={question} onAnswer={answer} />
    </Dialog>
  )
}

type QuestionFormProps = {
  readonly question: GitQuestion
  readonly onAnswer: (answer: string | null) => void
}

/** A key that was meant for something else must not answer: milliseconds before a question can be answered. */
const GUARD_MS = 500

function QuestionForm({ question, onAnswer }: QuestionFormProps) {
  const t = useText()
  const locale = useLocale()
  const [text, setText] = useState('')
  const isReady = useLate(GUARD_MS)
  const { kind, words, until } = question
  const isTyped = kind === 'secret' || kind === 'name'
  const canSend = isReady && !(kind === 'name' && text === '')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!canSend) return
    setText('')
    onAnswer(isTyped ? text : 'yes')
  }
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(until)
  return (
    <form onSubmit={send} className="grid min-h-0 gap-4 overflow-auto px-5 pb-5">
      <section
        aria-label={t('gitQuestion.said')}
        className="max-h-48 overflow-auto whitespace-pre-wrap rounded-md bg-sunken px-3 py-2 font-mono text-sm"
      >
        <ForeignText text={words} lines />
      </section>
      {kind === 'host-key' ? <HostKey fingerprint={question.fingerprint} /> : null}
      {kind === 'name' ? (
        <Field label={t('gitQuestion.name')}>
          {(ids) => <TextInput {...ids} autoFocus value={text} onText={setText} />}
        </Field>
      ) : null}
      {kind === 'secret' ? (
        <Field label={t('gitQuestion.secret')} hint={t('gitQuestion.secretHint')}>
          {(ids) => <SecretInput ids={ids} autoFocus value={text} onText={setText} />}
        </Field>
      ) : null}
      <footer className="flex items-center justify-end gap-2">
        <span className="mr-auto text-fg-3 text-xs">{t('gitQuestion.until', { time })}</span>
        <Button onClick={() => onAnswer(null)}>{t('gitQuestion.cancel')}</Button>
        {kind === 'notice' ? null : (
          <Button type="submit" look="primary" disabled={!canSend}>
            {t(SEND[kind])}
          </Button>
        )}
      </footer>
    </form>
  )
}

const SEND = {
  secret: 'gitQuestion.send',
  name: 'gitQuestion.send',
  'host-key': 'gitQuestion.trust',
  confirm: 'gitQuestion.yes',
} as const

/** The advice about a server that ssh does not know, with its fingerprint. */
function HostKey({ fingerprint }: Pick<GitQuestion, 'fingerprint'>) {
  const t = useText()
  return (
    <div className="grid gap-2">
      <p className="text-fg-2 text-sm">{t('gitQuestion.hostKey')}</p>
      {fingerprint === null ? null : (
        <dl className="grid gap-0.5">
          <dt className="text-fg-3 text-xs">{t('gitQuestion.fingerprint')}</dt>
          <dd className="break-all font-mono font-semibold text-sm">
            <ForeignText text={fingerprint} />
          </dd>
        </dl>
      )}
    </div>
  )
}
