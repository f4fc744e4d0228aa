import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useRef, useState } from 'react'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { ANSWER_KEYS } from '../../../approvals/answer-keys.ts'
import { isCut, needsReview } from '../../../approvals/approval-size.ts'
import { Brief, Preview } from '../../../approvals/Preview.tsx'
import { OutsideOnce } from '../../../approvals/proposals/SandboxProposal.tsx'
import { Review } from '../../../approvals/Review.tsx'
import { requestTitle } from '../../../approvals/request-title.ts'
import { Terms } from '../../../approvals/Terms.tsx'
import { toolTitle } from '../../../approvals/tool-title.ts'
import { useUnread } from '../../../approvals/unread.ts'
import { useAnswerKeys } from '../../../approvals/use-answer-keys.ts'
import { WaitingClock } from '../../../approvals/WaitingClock.tsx'
import { Rich, useText } from '../../../messages/TextProvider.tsx'
import { keyShortcut } from '../../../ui/base/command-key.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { useApp } from '../chat-context.ts'
import { focusComposer } from '../composer/composer-focus.ts'
import { type Ask, useAnswer } from './answering.ts'
import { useFocusBack } from './focus-back.ts'
import { ReviewPanel } from './ReviewPanel.tsx'

/** Asks whether a tool may do what it wants to do. It never blocks the window. */
export function Approval({ ask }: { ask: Ask }) {
  const { asked, by } = ask
  const t = useText()
  const what = useId()
  const [reviewing, setReviewing] = useState(false)
  const [read, setRead] = useState(false)
  const long = needsReview(asked.preview)
  const reply = useAnswer(ask)
  const [amended, setAmended] = useState<string | undefined>()
  const panel = useRef<HTMLElement>(null)
  const home = useApp((state) => state.boot?.home ?? null)
  const card = useFocusBack()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isDefaultPrevented()) focusComposer()
  }
  return (
    // A dialog element would be modal or lack the role; this one stands in the flow of the page.
    <section
      ref={card}
      role="alertdialog"
      onKeyDown={onKeyDown}
      aria-label={t('chat.approval')}
      aria-describedby={what}
      className="overflow-hidden rounded-lg border border-warn-line bg-raised shadow-card"
    >
      <header className="flex h-9 items-center gap-2 px-3">
        <Mark state="wait" />
        <strong className="whitespace-nowrap font-semibold">{t('chat.approval')}</strong>
        <span id={what} className="min-w-0 truncate text-fg-2">
          {by === null ? null : (
            <b className="font-medium text-fg">
              <Rich message="chat.asker" values={{ name: <ForeignText text={by} prose /> }} />{' '}
            </b>
          )}
          <Rich
            message={requestTitle(asked)}
            values={{ tool: <b className="font-medium">{toolTitle(asked.tool ?? '', t)}</b> }}
          />
        </span>
        <span className="grow" />
        <WaitingClock since={asked.askedAt} />
      </header>
      <div className="grid gap-2 px-3 pb-3">
        {long ? <Brief asked={asked} /> : <Preview asked={asked} onAmend={setAmended} />}
        <Terms asked={asked} home={home} />
        {reply.problem === null ? null : <p className="text-bad-fg text-xs">{reply.problem}</p>}
        {long ? (
          <ReviewOrDeny place={card} reply={reply} onReview={() => setReviewing(true)} />
        ) : (
          <Answers asked={asked} reply={reply} amended={amended} place={card} unread={false} />
        )}
      </div>
      {reviewing ? (
        <ReviewPanel
          place={panel}
          title={t(requestTitle(asked), { tool: toolTitle(asked.tool ?? '', t) })}
          onClose={() => setReviewing(false)}
          footer={<Answers asked={asked} reply={reply} amended={amended} place={panel} unread={!read} />}
        >
          <Review asked={asked} onRead={() => setRead(true)} />
          <Terms asked={asked} home={home} />
        </ReviewPanel>
      ) : null}
    </section>
  )
}

type Reply = ReturnType<typeof useAnswer>

type ReviewOrDenyProps = {
  readonly place: RefObject<HTMLElement | null>
  readonly reply: Reply
  readonly onReview: () => void
}

/** The answers to a request that has to be read in a panel before it can be allowed. */
function ReviewOrDeny({ place, reply, onReview }: ReviewOrDenyProps) {
  const t = useText()
  const deny = () => reply.answer('denied', 'once')
  useAnswerKeys({ place, answers: { deny } })
  return (
    <div className="answers-guard flex flex-wrap gap-2">
      <Button look="primary" onClick={onReview}>
        {t('chat.review')}
      </Button>
      <span className="grow" />
      <DenyButton onDeny={deny} />
    </div>
  )
}

type AnswersProps = {
  readonly asked: Interaction
  readonly reply: Reply
  /** The element that shows the answers and handles their keys. */
  readonly place: RefObject<HTMLElement | null>
  /** The arguments as the person put them; nothing where they are the model's. */
  readonly amended: string | undefined
  /** Whether it is still to be read to its end. */
  readonly unread: boolean
}

function Answers({ asked, reply, place, amended, unread }: AnswersProps) {
  const t = useText()
  const why = useId()
  const isUnread = useUnread()
  const allow = (scope: 'once' | 'session' | 'project') => (event: MouseEvent) => {
    if (isUnread(event)) return
    reply.answer('approved', scope, amended)
  }
  const deny = () => reply.answer('denied', 'once')
  const once = () => reply.answer('approved', 'once', amended)
  const locked = isCut(asked.preview) ? t('chat.cutNotAllowed') : unread ? t('chat.readToEnd') : null
  useAnswerKeys({ place, answers: locked === null ? { once, deny } : { deny } })
  const onlyOnce = (asked.proposedRules ?? []).length === 0 ? t('chat.onlyOnce') : null
  const off = (reason: string | null) =>
    reason === null ? {} : { disabled: true, title: reason, 'aria-describedby': why }
  const lasting = off(locked ?? onlyOnce)
  return (
    <div className="answers-guard grid gap-2">
      {locked === null && onlyOnce === null ? null : (
        <p id={why} className="text-fg-3 text-xs">
          {locked ?? onlyOnce}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          {...off(locked)}
          aria-keyshortcuts={keyShortcut(ANSWER_KEYS.once)}
          onClick={allow('once')}
        >
          {t('chat.allowOnce')} <Kbd keys={ANSWER_KEYS.once} onInk />
        </Button>
        <Button {...lasting} onClick={allow('session')}>
          {t('chat.allowSession')}
        </Button>
        <Button {...lasting} onClick={allow('project')}>
          {t('chat.allowProject')}
        </Button>
        <span className="grow" />
        <DenyButton onDeny={deny} />
      </div>
      {locked === null ? (
        <OutsideOnce asked={asked} onAnswer={(value) => reply.answer('approved', 'once', value)} />
      ) : null}
    </div>
  )
}

function DenyButton({ onDeny }: { onDeny: () => void }) {
  const t = useText()
  const isUnread = useUnread()
  return (
    <Button
      look="danger"
      aria-keyshortcuts={keyShortcut(ANSWER_KEYS.deny)}
      onClick={(event) => isUnread(event) || onDeny()}
    >
      {t('chat.deny')} <Kbd keys={ANSWER_KEYS.deny} />
    </Button>
  )
}
