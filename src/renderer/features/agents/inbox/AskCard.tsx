import { useId, useRef } from 'react'
import { foldersOf } from '#shared/permission/folders-of.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { isSeveral } from '#shared/session/interactions/question-words.ts'
import { ANSWER_KEYS } from '../../../approvals/answer-keys.ts'
import { needsReview } from '../../../approvals/approval-size.ts'
import { Brief, Preview } from '../../../approvals/Preview.tsx'
import { OutsideOnce } from '../../../approvals/proposals/SandboxProposal.tsx'
import { Review } from '../../../approvals/Review.tsx'
import { Terms } from '../../../approvals/Terms.tsx'
import { useUnread } from '../../../approvals/unread.ts'
import { WaitingClock } from '../../../approvals/WaitingClock.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { keyShortcut } from '../../../ui/base/command-key.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { useApp } from '../agents-context.ts'
import { canLast } from './alike.ts'
import { DenyForm } from './DenyForm.tsx'
import type { Expiry } from './expiry.ts'
import type { Lock } from './lock.ts'
import { QuestionAnswers } from './QuestionAnswers.tsx'
import { RequestSource } from './RequestSource.tsx'
import type { Said } from './use-answers.ts'
import { type Allowance, Verdicts } from './Verdicts.tsx'

export type AskCardProps = {
  readonly item: InboxItem
  readonly current: boolean
  readonly selected: boolean
  /** Whether the keys answer this request, and are shown. */
  readonly keyed: boolean
  /** It is answered together with others, in another place. */
  readonly together: boolean
  /** It is too long for a card, and all of it is shown nevertheless. */
  readonly whole: boolean
  /** Why it cannot be allowed yet. */
  readonly lock: Lock | null
  /** Called when its end became visible. */
  readonly onRead: () => void
  /** The reason for a refusal is being written here. */
  readonly denying: boolean
  readonly problem: string | null
  readonly expiry: Expiry
  readonly onExpiry: (expiry: Expiry) => void
  readonly onAllow: (allowance: Allowance) => void
  readonly onSay: (said: Said) => void
  readonly onDenying: (denying: boolean) => void
  readonly onWhole: () => void
  readonly onOpen: () => void
}

const OPENS = { chat: 'agents.openChat', child: 'agents.openAgent', workflow: 'agents.openRun' } as const

/** A request with everything it would allow, and the answers to it. */
export function AskCard(props: AskCardProps) {
  const { item, current, selected, problem, onOpen } = props
  const { ask, projectId } = item
  const t = useText()
  const what = useId()
  const card = useRef<HTMLElement>(null)
  const home = useApp((state) => state.boot?.home ?? null)
  const project = useApp((state) => state.projects.find((each) => each.id === projectId)?.name ?? null)
  const isPermission = ask.what === 'permission'
  return (
    // A dialog element would be modal or lack the role; this one stands in the flow of the page.
    <section
      ref={card}
      role={isPermission ? 'alertdialog' : 'group'}
      aria-label={isPermission ? t('chat.approval') : t('chat.question')}
      aria-describedby={what}
      data-ask={ask.requestId}
      data-pane-focus={current ? '' : undefined}
      tabIndex={current ? 0 : -1}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg border bg-raised px-3 pt-2 pb-3 shadow-card',
        current ? 'border-warn-line' : 'border-line-strong',
        selected && 'outline-(length:--focus-width) outline-accent-line',
      )}
    >
      <header id={what} className="flex min-h-5 items-start gap-2 text-sm/4">
        <Mark state="wait" className="mt-0.5" />
        <span className="mt-0.5 min-w-0 grow break-words text-fg-2">
          <RequestSource item={item} />
          <span className="block text-fg-3 text-xs">
            {[project, ask.agentId].filter((part) => part !== null && part !== undefined).join(' · ')}
          </span>
        </span>
        <WaitingClock since={ask.askedAt} />
      </header>
      {isPermission ? (
        <Deed {...props} />
      ) : (
        <>
          {ask.what === 'plan_approval' || isSeveral(ask) ? null : (
            <p className="whitespace-pre-wrap break-words text-sm">
              <ForeignText text={ask.prompt} lines prose />
            </p>
          )}
          <QuestionAnswers item={item} place={card} onSay={props.onSay} />
        </>
      )}
      {isPermission ? <Terms asked={ask} home={home} /> : null}
      {problem === null ? null : <FieldError>{problem}</FieldError>}
      {isPermission && !props.together ? <Decision {...props} /> : null}
      <p className="flex justify-end gap-2">
        {isPermission && !props.together && !props.denying ? (
          <Button
            size="small"
            look="ghost"
            aria-keyshortcuts={keyShortcut(['Mod', 'D'])}
            onClick={() => props.onDenying(true)}
          >
            {t('agents.denyWith')}
          </Button>
        ) : null}
        <Button size="small" look="ghost" aria-keyshortcuts="O" onClick={onOpen}>
          {t(OPENS[item.asker.kind])}
        </Button>
      </p>
    </section>
  )
}

function Deed({ item, whole, onRead }: AskCardProps) {
  if (needsReview(item.ask.preview)) {
    return whole ? <Review asked={item.ask} onRead={onRead} /> : <Brief asked={item.ask} />
  }
  return <Preview asked={item.ask} />
}

/** Keys for the answers of a request that is still to be read. */
const BRIEF_KEYS = { review: ['V'], deny: ANSWER_KEYS.deny } as const

const DENIED: Said = { outcome: 'denied', remember: { scope: 'once' } }

function Decision(props: AskCardProps) {
  const { item, whole, denying, onSay, onDenying, onWhole } = props
  const t = useText()
  const isUnread = useUnread(item.ask.requestId)
  if (denying) {
    return (
      <DenyForm
        onDeny={(value) => onSay({ outcome: 'denied', remember: { scope: 'once' }, value })}
        onCancel={() => onDenying(false)}
      />
    )
  }
  if (needsReview(item.ask.preview) && !whole) {
    return (
      <div className="answers-guard flex gap-2">
        <Button look="primary" aria-keyshortcuts="V" onClick={onWhole}>
          {t('chat.review')} {props.keyed ? <Kbd keys={BRIEF_KEYS.review} onInk /> : null}
        </Button>
        <Button
          look="danger"
          aria-keyshortcuts={props.keyed ? keyShortcut(BRIEF_KEYS.deny) : undefined}
          onClick={(event) => isUnread(event) || onSay(DENIED)}
        >
          {t('chat.deny')} {props.keyed ? <Kbd keys={BRIEF_KEYS.deny} /> : null}
        </Button>
      </div>
    )
  }
  return (
    <>
      <Verdicts
        keyed={props.keyed}
        lock={props.lock}
        canLast={canLast([item])}
        folders={foldersOf(item.ask)}
        expiry={props.expiry}
        onExpiry={props.onExpiry}
        onAllow={props.onAllow}
        onDeny={() => onSay(DENIED)}
      />
      {props.lock === null ? (
        <OutsideOnce
          asked={item.ask}
          onAnswer={(value) => onSay({ outcome: 'approved', remember: { scope: 'once' }, value })}
        />
      ) : null}
    </>
  )
}
