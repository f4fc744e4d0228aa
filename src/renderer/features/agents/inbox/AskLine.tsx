import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { fitsLine } from '../../../approvals/fits-line.ts'
import { requestSubject } from '../../../approvals/request-subject.ts'
import { Terms } from '../../../approvals/Terms.tsx'
import { useUnread } from '../../../approvals/unread.ts'
import { WaitingClock } from '../../../approvals/WaitingClock.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { classNames } from '../../../ui/base/class-names.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import { useApp } from '../agents-context.ts'
import { RequestSource } from './RequestSource.tsx'

type AskLineProps = {
  readonly item: InboxItem
  readonly problem: string | null
  readonly onEnter: () => void
  readonly onAllow: () => void
  readonly onDeny: () => void
}

/**
 * Shows a request that is not under the cursor: its agent and subject. A short one can be answered once here;
 * others only when expanded.
 */
export function AskLine({ item, problem, onEnter, ...answers }: AskLineProps) {
  const { ask } = item
  const fits = fitsLine(ask)
  return (
    <div className="relative rounded-lg border border-line-strong bg-raised text-sm/4 shadow-card hover:border-line-control">
      <button
        type="button"
        data-ask={ask.requestId}
        tabIndex={-1}
        onClick={onEnter}
        className="grid w-full gap-1 rounded-lg px-3 py-2 text-left"
      >
        <span className="flex items-start gap-2">
          <Mark state="wait" className="mt-0.5" />
          <span className="mt-0.5 min-w-0 grow break-words text-fg-2">
            <RequestSource item={item} />
          </span>
          <WaitingClock since={ask.askedAt} />
        </span>
        <span
          className={classNames(
            'plain-code pl-6 text-fg-2 text-xs',
            fits ? 'whitespace-break-spaces break-all' : 'line-clamp-2 break-words',
          )}
        >
          <ForeignText text={requestSubject(ask)} lines />
        </span>
        {problem === null ? null : <span className="pl-6 text-bad-fg text-xs">{problem}</span>}
      </button>
      {fits ? <Quick item={item} onEnter={onEnter} {...answers} /> : null}
    </div>
  )
}

/** Shows mouse buttons. Keyboard users focus the request first and have all answers there. */
function Quick({ item, onEnter, onAllow, onDeny }: Omit<AskLineProps, 'problem'>) {
  const t = useText()
  const home = useApp((state) => state.boot?.home ?? null)
  const isUnread = useUnread()
  return (
    <div className="grid gap-2 px-3 pb-2 pl-9">
      <Terms asked={{ ...item.ask, proposedRules: [] }} home={home} />
      {/* The focus stays where the person was: an answer takes this line away. */}
      <p className="answers-guard flex items-center gap-2" onMouseDown={(event) => event.preventDefault()}>
        <Button size="small" tabIndex={-1} onClick={(event) => isUnread(event) || onAllow()}>
          {t('chat.allowOnce')}
        </Button>
        <Button
          size="small"
          look="ghost-danger"
          tabIndex={-1}
          onClick={(event) => isUnread(event) || onDeny()}
        >
          {t('chat.deny')}
        </Button>
        <span className="grow" />
        <Button size="small" look="ghost" tabIndex={-1} onClick={onEnter}>
          {t('agents.more')}
          <Icon name="down" size="xs" />
        </Button>
      </p>
    </div>
  )
}
