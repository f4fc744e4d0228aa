import { useStore } from 'zustand'
import type { Part } from '#shared/session/message.ts'
import type { Writer } from '#shared/session/writer.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { Icon } from '../../../../ui/base/Icon.tsx'
import { useDateText } from '../../../../ui/base/time.ts'
import { useChat, useSession } from '../../chat-context.ts'
import { Parts } from '../Parts.tsx'

type ParentMessageProps = {
  readonly parts: readonly Part[]
  readonly at: number
  readonly by: Exclude<Writer, 'person'>
}

/** Shows a message to an agent by its parent or the app, as opposed to the person. */
export function ParentMessage({ parts, at, by }: ParentMessageProps) {
  const parentName = useParentName()
  const t = useText()
  const dateText = useDateText()
  const from = by === 'app' ? t('children.from.app') : parentName
  return (
    <article
      aria-label={from}
      title={dateText(at)}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-md border border-line bg-sunken px-3 py-2 text-fg-2"
    >
      <span className="flex items-center gap-1.5 text-fg-3 text-xs">
        <Icon name={by === 'app' ? 'info' : 'agents'} size="xs" />
        {from}
      </span>
      <Parts parts={parts} />
    </article>
  )
}

/** Returns the display name of the agent's parent. */
function useParentName(): string {
  const t = useText()
  const { agents } = useChat()
  const session = useSession((state) => state.folds.session)
  const title = useStore(
    agents.store,
    ({ runs }) => runs?.find(({ sessionId }) => sessionId === session?.parentSessionId)?.title,
  )
  // Only agents that another one started have been given a task; the others are those of workflows.
  if (session?.task === undefined) return t('children.from.workflow')
  return title === undefined ? t('children.from.chat') : t('children.from.agent', { title })
}
