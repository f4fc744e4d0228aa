import { useState } from 'react'
import type { CheckState, MergeMethod, PullRequest } from '#shared/changes/pulls.ts'
import type { ChangePlaceId, ProjectId, SessionId } from '#shared/ids.ts'
import { problemOf } from '../../../api.ts'
import type { Data } from '../../../data/data.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { AutofixDialog } from '../../../pulls/AutofixDialog.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Mark, type MarkState } from '../../../ui/controls/Mark.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import type { ShowToast } from '../../../ui/panes/Toast.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { commentsMessage, placeText } from './pull-message.ts'

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
          <Chip size="small" look={pull.isDraft ? 'flat' : STATE_LOOKS[pull.state]}>
            {t(pull.isDraft ? 'pulls.isDraft' : `pulls.state.${pull.state}`)}
          </Chip>
          {pull.review === null ? null : (
            <Chip size="small" look={REVIEW_LOOKS[pull.review]}>
              {t(`pulls.review.${pull.review}`)}
            </Chip>
          )}
          <span className="plain-code min-w-0 break-all">
            <ForeignText text={pull.head} /> → <ForeignText text={pull.base} />
          </span>
          {pull.size === null ? null : (
            <span className="figures text-fg-3">
              +{pull.size.added} −{pull.size.removed}
            </span>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-fg-3 text-xs">
          {pull.author === '' ? null : <ForeignText text={pull.author} prose />}
          {pull.url === '' ? null : (
            <span className="min-w-0 select-text break-all">
              <ForeignText text={pull.url} />
            </span>
          )}
          <OpenPage app={props.app} api={props.api} url={pull.url} />
        </p>
      </header>
      {pull.body.trim() === '' ? null : (
        <section aria-label={t('pulls.body')} className="grid gap-1">
          <h4 className="font-medium text-fg-2 text-sm">{t('pulls.body')}</h4>
          <p
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
            tabIndex={0}
            className="max-h-60 select-text overflow-auto whitespace-pre-wrap break-words rounded-md border border-line px-3 py-2 text-sm"
          >
            <ForeignText text={pull.body.trim()} lines prose />
          </p>
        </section>
      )}
      <Checks {...props} />
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

const STATE_LOOKS = { open: 'live', closed: 'bad', merged: 'ok' } as const
const REVIEW_LOOKS = { approved: 'ok', changes: 'bad', required: 'flat' } as const

type OpenPageProps = Pick<PullPageProps, 'api' | 'app'> & {
  /** Empty for none. */
  readonly url: string
  /** The subject of the page; the pull request where it is missing. */
  readonly name?: string
}

/** Opens a page of the server in the browser, after a question where the host is new. */
function OpenPage({ api, app, url, name }: OpenPageProps) {
  const t = useText()
  if (url === '') return null
  const open = () => app.attempt(api.command('app.openLink', { url }))
  return (
    <IconButton
      icon="external"
      size="small"
      label={name === undefined ? t('pulls.openPage') : t('pulls.openCheck', { name })}
      onClick={open}
    />
  )
}

function Checks({ api, app, pull, onChanged: onRefresh }: PullPageProps) {
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
            <OpenPage api={api} app={app} url={check.link} name={check.name} />
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
    const text = commentsMessage(pull.comments, t('pulls.opening', { number: pull.number }))
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
              <ForeignText text={comment.text} lines prose />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
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
    return (
      <p className="text-sm text-warn-fg">
        <ForeignText text={t('pulls.conflicts', { base })} prose />
      </p>
    )
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
              <ForeignText text={t('pulls.mergeReally', { number, base })} prose />
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
