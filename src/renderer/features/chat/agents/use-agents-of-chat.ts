import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import type { ChatAgentsState } from '../../../store/agents/chat-agents-store.ts'
import { useChat } from '../chat-context.ts'
import { isOver } from './agent-tree.ts'

const NONE: readonly AgentRun[] = []

/** The smallest slice of what is known of the agents of the open chat. */
export function useChatAgents<T>(select: (state: ChatAgentsState) => T): T {
  return useStore(useChat().agents.store, select)
}

/** The agents that work, or have worked, for the open chat. */
export function useAgentRuns(): readonly AgentRun[] {
  return useChatAgents((state) => state.runs) ?? NONE
}

/** One of them; null while it is not known, or is none of theirs. */
export function useAgentRun(sessionId: SessionId): AgentRun | null {
  return useChatAgents(({ runs }) => runs?.find((run) => run.sessionId === sessionId)) ?? null
}

/** Returns the person's actions on agents. */
export function useAgentDeeds() {
  const { api, app, agents } = useChat()
  return useMemo(
    () => ({
      view: (sessionId: SessionId | null) => agents.view(sessionId),
      stop: (sessionId: SessionId) => app.attempt(api.command('agent.stop', { sessionId })),
      /** Stops one that works; takes one that has ended out of the selector. */
      end: (run: AgentRun) =>
        isOver(run)
          ? agents.dismiss(run.sessionId)
          : app.attempt(api.command('agent.stop', { sessionId: run.sessionId })),
      toBackground: (sessionId: SessionId) => app.attempt(api.command('agent.toBackground', { sessionId })),
    }),
    [api, app, agents],
  )
}
