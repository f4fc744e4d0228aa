import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import type { Interaction } from '#shared/session/interaction.ts'
import { needsReview } from '../../../approvals/approval-size.ts'
import { Brief, Preview } from '../../../approvals/Preview.tsx'
import { Terms } from '../../../approvals/Terms.tsx'
import { toolTitle } from '../../../approvals/tool-title.ts'
import { isSecondClick, useUnread } from '../../../approvals/unread.ts'
import { WaitingClock } from '../../../approvals/WaitingClock.tsx'
import { wantsOf } from '../../../approvals/wants-of.ts'
import { Rich, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { useApp } from '../chat-context.ts'
import { focusComposer } from '../composer/composer-focus.ts'
import { type Ask, useAnswer } from './answering.ts'
import { useFocusBack } from './focus-back.ts'
import { useFocusWhenFree } from './focus-when-free.ts'
import { ReviewPanel } from './ReviewPanel.tsx'

/** Asks whether a tool may do what it wants to do. It never blocks the window. */
export function Approval({ ask }: { ask: Ask }) {
  const { asked, by } = ask
  const t = useText()
  const what = useId()
  const [reviewing, setReviewing] = useState(false)
  const long = needsReview(asked.preview)
  const reply = useAnswer(ask)
  const [amended, setAmended] = useState<string | undefined>()
  const first = useFocusWhenFree()
  const home = useApp((state) => state.boot?.home ?? null)
  const card = useFocusBack()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') focusComposer()
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
          {by === null ? null : <b className="font-medium text-fg">{t('chat.asker', { name: by })} </b>}
          <Rich
            message={wantsOf(asked)}
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
          <div className="flex flex-wrap gap-2">
            <Button ref={first} look="primary" onClick={() => setReviewing(true)}>
              {t('chat.review')}
            </Button>
            <span className="grow" />
            <Button look="danger" onClick={() => reply.answer('denied', 'once')}>
              {t('chat.deny')}
            </Button>
          </div>
        ) : (
          <Answers {...{ asked, reply, first, amended }} />
        )}
      </div>
      {reviewing ? (
        <ReviewPanel
          title={t(wantsOf(asked), { tool: toolTitle(asked.tool ?? '', t) })}
          onClose={() => setReviewing(false)}
        >
          <Preview asked={asked} />
          <Terms asked={asked} home={home} />
          <Answers {...{ asked, reply, amended }} first={null} />
        </ReviewPanel>
      ) : null}
    </section>
  )
}

type AnswersProps = {
  readonly asked: Interaction
  readonly reply: ReturnType<typeof useAnswer>
  readonly first: ReturnType<typeof useFocusWhenFree> | null
  /** The arguments as the person put them; nothing where they are the model's. */
  readonly amended: string | undefined
}

function Answers({ asked, reply, first, amended }: AnswersProps) {
  const t = useText()
  const why = useId()
  const isUnread = useUnread()
  const allow = (scope: 'once' | 'session' | 'project') => (event: MouseEvent) => {
    if (isUnread(event)) return
    reply.answer('approved', scope, amended)
  }
  const onlyOnce = (asked.proposedRules ?? []).length === 0
  const lasting = onlyOnce ? { disabled: true, title: t('chat.onlyOnce'), 'aria-describedby': why } : {}
  return (
    <div className="grid gap-2">
      {onlyOnce ? (
        <p id={why} className="text-fg-3 text-xs">
          {t('chat.onlyOnce')}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button ref={first} look="primary" onClick={allow('once')}>
          {t('chat.allowOnce')}
        </Button>
        <Button {...lasting} onClick={allow('session')}>
          {t('chat.allowSession')}
        </Button>
        <Button {...lasting} onClick={allow('project')}>
          {t('chat.allowProject')}
        </Button>
        <span className="grow" />
        <Button look="danger" onClick={(event) => isSecondClick(event) || reply.answer('denied', 'once')}>
          {t('chat.deny')}
        </Button>
      </div>
    </div>
  )
}
