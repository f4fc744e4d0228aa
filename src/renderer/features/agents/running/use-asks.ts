import { useStore } from 'zustand'
import type { SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { questionSubject } from '../../../approvals/question-subject.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useAgents } from '../agents-context.ts'

const NOTHING: readonly InboxItem[] = []

/** Returns the oldest request of a chat or a workflow agent in a word or two; null for none. */
export function useAsks() {
  const t = useText()
  const { inbox } = useAgents()
  const items = useStore(inbox.store, (state) => state.items) ?? NOTHING
  const said = (item: InboxItem | undefined, by: string | null) => {
    if (item === undefined) return null
    const tool = questionSubject({ asks: [item.ask] }, t)
    return by === null ? t('children.asks', { tool }) : t('agents.running.runAsks', { name: by, tool })
  }
  return {
    ofChat: (id: SessionId): string | null =>
      said(
        items.find(({ sessionId }) => sessionId === id),
        null,
      ),
    ofRun: (id: WorkflowRunId): string | null => {
      const asks = items.find(({ asker }) => asker.kind === 'workflow' && asker.workflowRunId === id)
      return said(asks, asks?.title ?? null)
    },
  }
}
