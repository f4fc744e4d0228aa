import { useMemo } from 'react'
import type { SessionId } from '#shared/ids.ts'
import { ChatProvider, useChat } from '../chat-context.ts'
import { OpenRequests } from '../interaction/OpenRequests.tsx'
import { RunLine } from '../transcript/RunLine.tsx'
import { AgentComposer } from './AgentComposer.tsx'
import { Looking } from './AgentPane.tsx'
import { AgentQueue } from './AgentQueue.tsx'
import { useAgentRun } from './use-agents-of-chat.ts'

/** Shows the area below an agent's conversation: run state, questions, queue and composer. */
export function AgentDock({ sessionId }: { sessionId: SessionId }) {
  const chat = useChat()
  const run = useAgentRun(sessionId)
  // Pending messages can be edited, and late ones are reported.
  const speaking = useMemo(() => ({ ...chat, session: chat.child }), [chat])
  return (
    <div className="mx-auto w-full max-w-[768px] px-6 pt-1 pb-3">
      <Looking>
        <RunLine />
        <OpenRequests />
      </Looking>
      {run === null ? null : (
        <ChatProvider key={sessionId} value={speaking}>
          <AgentQueue run={run} />
          <AgentComposer run={run} />
        </ChatProvider>
      )}
    </div>
  )
}
