import type { SessionId } from '#shared/ids.ts'
import { CHAT_AGENT } from '../../agents/definitions/builtin.ts'
import type { HookScene } from '../../hooks/hook.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { RunLog } from '../../runs/run/run-log.ts'

/** Creates the lookup of the hook scene of a session or run. */
export function createHookScenes(log: Pick<RunLog, 'folds'>) {
  const ofSession = (sessionId: SessionId): HookScene => {
    const { session, contexts } = log.folds(sessionId)
    const contextId = session?.meta.activeContextId ?? null
    return {
      sessionId,
      runId: null,
      agentId: (contextId === null ? undefined : contexts[contextId]?.agentId) ?? CHAT_AGENT,
      projectId: session?.meta.projectId ?? null,
      cwd: session?.cwd ?? '',
    }
  }
  return {
    ofSession,
    ofRun: (run: RunHandle): HookScene => ({
      ...ofSession(run.sessionId),
      runId: run.runId,
      agentId: run.record().agentId,
    }),
  }
}

export type HookScenes = ReturnType<typeof createHookScenes>
