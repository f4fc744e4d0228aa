import { useState } from 'react'
import { FIX_LIMITS, PUSH_WAYS } from '#shared/changes/pull-watch.ts'
import type { PullRequest } from '#shared/changes/pulls.ts'
import type { ProjectId } from '#shared/ids.ts'
import { problemOf } from '../api.ts'
import type { Data } from '../data/data.ts'
import { useQuery } from '../data/use-query.ts'
import { useProblemWords, useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field, FieldError } from '../ui/controls/Field.tsx'
import { Mark } from '../ui/controls/Mark.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Dialog } from '../ui/panes/Dialog.tsx'
import { Failure } from '../ui/panes/Failure.tsx'
import { Placeholder } from '../ui/panes/Placeholder.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'

type AutofixDialogProps = {
  readonly api: Data
  readonly app: AppStore
  readonly projectId: ProjectId
  readonly number: number
  /** `owner/name`, where it was typed. */
  readonly repository: string | null
  readonly onClose: () => void
}

/** The question before an agent repairs a pull request: how often, for how much, and what it may push. */
export function AutofixDialog(props: AutofixDialogProps) {
  const t = useText()
  const { projectId, number, onClose } = props
  const { data, problem, reload } = useQuery('pulls.find', { projectId, number })
  return (
    <Dialog
      open
      title={t('pulls.autofix.title', { number })}
      hint={t('pulls.autofix.hint')}
      onClose={onClose}
      className="-translate-x-1/2 -translate-y-1/2 top-1/2 left-1/2 w-140"
    >
      <div className="grid content-start gap-4 overflow-auto px-5 pb-5">
        {problem === null ? null : <Failure message={problem} onRetry={reload} />}
        {data === null && problem === null ? <Placeholder rows={5} /> : null}
        {data === null ? null : <AutofixForm {...props} pull={data.pull} />}
      </div>
    </Dialog>
  )
}

const USUAL = { maxTries: '3', limit: '2', pushes: 'ask' } as const

function AutofixForm({
  api,
  app,
  projectId,
  number,
  repository,
  onClose,
  pull,
}: AutofixDialogProps & { pull: PullRequest }) {
  const t = useText()
  const say = useProblemWords()
  const [typed, setTyped] = useState<{ maxTries: string; limit: string; pushes: string }>(USUAL)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const maxTries = Number(typed.maxTries)
  const limit = Number(typed.limit)
  const hasTries = Number.isInteger(maxTries) && maxTries >= 1 && maxTries <= FIX_LIMITS.mostTries
  const hasLimit = limit > 0 && limit <= FIX_LIMITS.mostUsd
  const pushes = PUSH_WAYS.find((each) => each === typed.pushes) ?? 'ask'
  const start = () => {
    setIsBusy(true)
    setProblem(null)
    api
      .command('pulls.autofix', { projectId, number, repository, maxTries, limit, pushes })
      .then(() => {
        onClose()
        app.show('triggers')
      })
      .catch((error: unknown) => setProblem(say(problemOf(error))))
      .finally(() => setIsBusy(false))
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <FailedChecks pull={pull} />
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={t('pulls.autofix.tries')}
          error={hasTries ? null : t('pulls.autofix.triesWrong', { most: FIX_LIMITS.mostTries })}
        >
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              inputMode="numeric"
              value={typed.maxTries}
              onText={(text) => setTyped((old) => ({ ...old, maxTries: text }))}
            />
          )}
        </Field>
        <Field
          label={t('pulls.autofix.limit')}
          error={hasLimit ? null : t('pulls.autofix.limitWrong', { most: FIX_LIMITS.mostUsd })}
        >
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="decimal"
              value={typed.limit}
              onText={(text) => setTyped((old) => ({ ...old, limit: text }))}
            />
          )}
        </Field>
      </div>
      <div className="grid justify-items-start gap-1">
        <span className="font-medium text-fg-2 text-sm">{t('pulls.autofix.pushing')}</span>
        <Segmented
          label={t('pulls.autofix.pushing')}
          value={typed.pushes}
          options={PUSH_WAYS.map((each) => ({ value: each, label: t(`pulls.autofix.push.${each}`) }))}
          onChange={(value) => setTyped((old) => ({ ...old, pushes: value }))}
        />
        <p className="text-fg-3 text-xs">{t(`pulls.autofix.pushHint.${pushes}`, { branch: pull.head })}</p>
      </div>
      <div aria-live="polite" className="whitespace-pre-line empty:hidden">
        {problem === null ? null : <FieldError>{problem}</FieldError>}
      </div>
      <footer className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('changes.cancel')}</Button>
        <Button type="submit" look="primary" disabled={isBusy || !hasTries || !hasLimit}>
          {t('pulls.autofix.start')}
        </Button>
      </footer>
    </form>
  )
}

function FailedChecks({ pull }: { readonly pull: PullRequest }) {
  const t = useText()
  const failed = pull.checks.filter(({ state }) => state === 'fail')
  return (
    <section aria-label={t('pulls.autofix.failed')} className="grid gap-1">
      <h3 className="font-semibold">
        <ForeignText text={pull.title} prose />
      </h3>
      {failed.length === 0 ? (
        <p className="text-fg-2 text-sm">{t('pulls.autofix.noneFailed')}</p>
      ) : (
        <ul className="grid">
          {failed.map(({ name, link }) => (
            <li key={`${name} ${link}`} className="flex h-6 items-center gap-2 text-sm">
              <Mark state="fail" />
              <ForeignText text={name} prose />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
