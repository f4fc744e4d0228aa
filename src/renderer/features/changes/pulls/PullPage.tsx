import { useState } from 'react'
import type { CheckState, MergeMethod, PullComment, PullRequest } from '#shared/changes/pulls.ts'
import type { ChangePlaceId, ProjectId, SessionId } from '#shared/ids.ts'
import { problemOf } from '../../../api.ts'
import type { Data } from '../../../data/data.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { AutofixDialog } from '../../../pulls/AutofixDialog.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { Mark, type MarkState } from '../../../ui/controls/Mark.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import type { ShowToast } from '../../../ui/panes/Toast.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'

type PullPageProps = {
  readonly api: Data
  readonly app: AppStore
  readonly placeId: ChangePlaceId
  readonly projectId: ProjectId
  readonly sessionId: SessionId | null
  readonly toast: ShowToast
  /** The ways in which the server merges. */
  readonly methods: readonly MergeMethod[]
  readonly pull: PullRequest
  readonly onChanged: () => void
}

/** A pull request: its state, checks and comments, and the merge. */
export function PullPage(props: PullPageProps) {
  const { pull } = props
  const t = useText()
  return (
    <article className="grid gap-4">
      <header className="grid gap-1">
        <h3 className="font-semibold">
          <ForeignText text={pull.title} prose /> <span className="text-fg-3">#{pull.number}</span>
        </h3>
        <p className="flex flex-wrap items-center gap-2 text-fg-2 text-sm">
          <Chip size="small">{t(pull.isDraft ? 'pulls.isDraft' : `pulls.state.${pull.state}`)}</Chip>
          <span>
            <ForeignText text={pull.head} /> → <ForeignText text={pull.base} />
          </span>
          {pull.size === null ? null : (
            <span className="figures text-fg-3">
              +{pull.size.added} −{pull.size.removed}
            </span>
          )}
        </p>
        {pull.url === '' ? null : (
          <p className="select-text text-fg-3 text-xs">
            <ForeignText text={pull.url} />
          </p>
        )}
      </header>
      <Checks pull={pull} onRefresh={props.onChanged} />
      {pull.state === 'open' ? <Following {...props} /> : null}
      <Comments {...props} />
      {pull.state === 'open' ? <Merge {...props} /> : null}
    </article>
  )
}

/** Doors to the repair of the checks, and to notifications. */
function Following({ api, app, toast, projectId, sessionId, pull }: PullPageProps) {
  const t = useText()
  const [isAsking, setIsAsking] = useState(false)
  const { number } = pull
  const follow = () =>
    app.attempt(
      api
        .command('pulls.subscribe', { projectId, number, repository: null, sessionId })
        .then(() => toast({ mark: 'done', text: t('pulls.following'), seconds: 10 })),
    )
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" icon="bulb" onClick={() => setIsAsking(true)}>
        {t('pulls.autofix')}…
      </Button>
      <Button size="small" icon="clock" onClick={follow}>
        {t('pulls.follow')}
      </Button>
      {isAsking ? (
        <AutofixDialog
          api={api}
          app={app}
          projectId={projectId}
          number={number}
          repository={null}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </div>
  )
}

const MARKS: Readonly<Record<CheckState, MarkState>> = {
  pass: 'done',
  fail: 'fail',
  pending: 'pend',
  skipped: 'stop',
}

function Checks({ pull, onRefresh }: { readonly pull: PullRequest; readonly onRefresh: () => void }) {
  const t = useText()
  return (
    <section aria-label={t('pulls.checks')} className="grid gap-1">
      <header className="flex items-center">
        <h4 className="grow font-medium text-fg-2 text-sm">{t('pulls.checks')}</h4>
        <Button size="small" look="ghost" icon="refresh" onClick={onRefresh}>
          {t('changes.refresh')}
        </Button>
      </header>
      {pull.checks.length === 0 ? <p className="text-fg-3 text-sm">{t('pulls.noChecks')}</p> : null}
      <ul className="grid">
        {pull.checks.map((check) => (
          <li key={`${check.name} ${check.link}`} className="flex h-7 items-center gap-2 text-sm">
            <Mark state={MARKS[check.state]} />
            <span className="min-w-0 grow truncate">
              <ForeignText text={check.name} prose />
            </span>
            <span className="text-fg-3 text-xs">{t(`pulls.check.${check.state}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Comments({ api, app, projectId, sessionId, toast, pull }: PullPageProps) {
  const t = useText()
  const [isSending, setIsSending] = useState(false)
  const mode = app.store.getState().settings.permissionMode
  const send = () => {
    setIsSending(true)
    const text = messageOf(pull.comments, t('pulls.opening', { number: pull.number }))
    const target =
      sessionId === null
        ? ({ to: 'project', projectId, permissionMode: mode } as const)
        : ({ to: 'session', sessionId } as const)
    app.attempt(
      api
        .command('session.send', { target, text, images: [] })
        .then(() => toast({ mark: 'done', text: t('pulls.sentToAgent'), seconds: 10 }))
        .finally(() => setIsSending(false)),
    )
  }
  return (
    <section aria-label={t('pulls.comments')} className="grid gap-2">
      <header className="flex items-center">
        <h4 className="grow font-medium text-fg-2 text-sm">{t('pulls.comments')}</h4>
        {pull.comments.length === 0 ? null : (
          <Button size="small" disabled={isSending} onClick={send}>
            {t('pulls.toAgent')}
          </Button>
        )}
      </header>
      {pull.comments.length === 0 ? <p className="text-fg-3 text-sm">{t('pulls.noComments')}</p> : null}
      <ul className="grid gap-2">
        {pull.comments.map((comment, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: comments have no id and keep their order
          <li key={at} className="grid gap-0.5 rounded-md border border-line px-3 py-2 text-sm">
            <span className="text-fg-3 text-xs">
              <ForeignText text={[comment.author, placeText(comment)].filter(Boolean).join(' · ')} />
            </span>
            <span className="whitespace-pre-wrap break-words">
              <ForeignText text={comment.text} prose />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const placeText = ({ place }: PullComment): string =>
  place === null ? '' : `${place.path}${place.line === null ? '' : `:${place.line}`}`

/** Writes the comments as one message, each as a quotation. */
function messageOf(comments: readonly PullComment[], opening: string): string {
  const quoted = (text: string) =>
    text
      .slice(0, 4_000)
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n')
  return [
    opening,
    ...comments.map((each) => `**${each.author} ${placeText(each)}**\n\n${quoted(each.text)}`),
  ].join('\n\n')
}

function Merge({ api, placeId, toast, pull, methods, onChanged }: PullPageProps) {
  const t = useText()
  const say = useProblemWords()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [method, setMethod] = useState<MergeMethod>('merge')
  const [problem, setProblem] = useState<string | null>(null)
  const { number, commit, base } = pull
  const merge = () => {
    setIsBusy(true)
    setProblem(null)
    api
      .command('pulls.merge', { placeId, number, commit, method })
      .then(() => {
        toast({ mark: 'done', text: t('pulls.merged'), seconds: 10 })
        onChanged()
      })
      .catch((error: unknown) => setProblem(say(problemOf(error))))
      .finally(() => setIsBusy(false))
  }
  if (pull.mergeable === 'conflicts')
    return <p className="text-warn-fg text-sm">{t('pulls.conflicts', { base })}</p>
  return (
    <footer className="grid gap-2 border-line border-t pt-3">
      <div aria-live="polite" className="whitespace-pre-line empty:hidden">
        {problem === null ? null : <FieldError>{problem}</FieldError>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t('pulls.method')}
          value={method}
          options={methods.map((each) => ({ value: each, label: t(`pulls.method.${each}`) }))}
          onChange={(value) => setMethod(methods.find((each) => each === value) ?? 'merge')}
        />
        <span className="grow" />
        {isAsking ? (
          <>
            <Button disabled={isBusy} onClick={() => setIsAsking(false)}>
              {t('changes.cancel')}
            </Button>
            <Button look="danger" disabled={isBusy} onClick={merge}>
              {t('pulls.mergeReally', { number, base })}
            </Button>
          </>
        ) : (
          <Button disabled={pull.isDraft} onClick={() => setIsAsking(true)}>
            {t('pulls.merge')}
          </Button>
        )}
      </div>
    </footer>
  )
}
