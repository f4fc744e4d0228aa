import { useMemo } from 'react'
import type { Data } from '../../data/data.ts'
import { MarkdownContext } from '../../markdown/tools.ts'
import { ChatProvider, type ChatStores, useSession } from './chat-context.ts'
import { OpenRequests } from './interaction/OpenRequests.tsx'
import { Conversation } from './transcript/Conversation.tsx'
import { useMarkdown } from './use-markdown.ts'

type SessionTranscriptProps = {
  readonly api: Data
  /** `session` is the one whose conversation is drawn. */
  readonly stores: ChatStores
}

/** The conversation of a session outside the chat screen, with what it asks the person. */
export function SessionTranscript({ api, stores }: SessionTranscriptProps) {
  const { app, session, drafts, agents, agentsAtWork, child, workflowRuns } = stores
  const chat = useMemo(
    () => ({
      api,
      app,
      session,
      drafts,
      agents,
      agentsAtWork,
      child,
      workflowRuns,
      toast: null,
      onTeam: null,
    }),
    [api, app, session, drafts, agents, agentsAtWork, child, workflowRuns],
  )
  const markdown = useMarkdown(chat)
  return (
    <ChatProvider value={chat}>
      <MarkdownContext value={markdown}>
        <OneSession />
      </MarkdownContext>
    </ChatProvider>
  )
}

function OneSession() {
  const sessionId = useSession((state) => state.sessionId)
  const asks = useSession((state) => Object.keys(state.folds.interactions).length > 0)
  if (sessionId === null) return null
  // In a small window open questions take precedence over the conversation.
  return (
    <>
      <div className={asks ? 'flex min-h-px flex-1 flex-col' : 'flex min-h-28 flex-1 flex-col'}>
        <Conversation key={sessionId} sessionId={sessionId} />
      </div>
      <div className="shrink-0 px-4">
        <OpenRequests />
      </div>
    </>
  )
}
