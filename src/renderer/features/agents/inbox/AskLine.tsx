import type { InboxItem } from '#shared/session/inbox.ts'
import { askGist } from '../../../approvals/ask-gist.ts'
import { WaitingClock } from '../../../approvals/WaitingClock.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Asker } from './Asker.tsx'

type AskLineProps = {
  readonly item: InboxItem
  readonly onEnter: () => void
}

/** A request that is not under the cursor: who asks, and a first line of what. It is answered when it is open. */
export function AskLine({ item, onEnter }: AskLineProps) {
  const { ask } = item
  return (
    <button
      type="button"
      data-ask={ask.requestId}
      tabIndex={-1}
      onClick={onEnter}
      className="grid w-full gap-1 rounded-lg border border-line-strong bg-raised px-3 py-2 text-left text-sm/4 shadow-card hover:border-line-control"
    >
      <span className="flex items-start gap-2">
        <Mark state="wait" className="mt-0.5" />
        <span className="mt-0.5 min-w-0 grow break-words text-fg-2">
          <Asker item={item} />
        </span>
        <WaitingClock since={ask.askedAt} />
      </span>
      <span className="line-clamp-2 plain-code break-words pl-6 text-fg-2 text-xs">{askGist(ask)}</span>
    </button>
  )
}
