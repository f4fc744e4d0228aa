import { useState } from 'react'
import type { AgentId, ModelRef, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Thinking } from '#shared/session/session.ts'
import type { DraftKey } from '../../../store/draft-store.ts'
import { writtenTo } from '../../../store/session-state.ts'
import { useApp, useChat, useSession } from '../chat-context.ts'

/** Where the words in the composer go, and what answers them. */
export type ComposerTarget = {
  readonly key: DraftKey
  readonly sessionId: SessionId | null
  readonly projectId: ProjectId | null
  readonly model: ModelRef | null
  readonly mode: PermissionMode
  /** Who speaks in the chat; null for a new one in which nobody was chosen. */
  readonly agentId: AgentId | null
  readonly thinking: Thinking | null
  /** The run that is going on, or null. */
  readonly runId: RunId | null
  /** True while that is the app itself, which sums the chat up: messages wait until it is done. */
  readonly isTended: boolean
  readonly setModel: (model: ModelRef) => void
  readonly setAgent: (agentId: AgentId) => void
  readonly setMode: (mode: PermissionMode) => void
  readonly setThinking: (thinking: Thinking) => void
}

/** The open session, or a chat of a project that the first message will make. Null when there is neither. */
export function useComposerTarget(): ComposerTarget | null {
  const { api, app } = useChat()
  const wanted = useApp((state) => state.openSession)
  const fresh = wanted === null
  const openProject = useApp((state) => state.openProject)
  const usualModel = useApp(
    (state) => (state.models.find((model) => model.isDefault) ?? state.models[0])?.ref ?? null,
  )
  const usualMode = useApp((state) => state.settings.permissionMode)
  const sessionId = useSession((state) => writtenTo(state)?.sessionId ?? null)
  const meta = useSession((state) => writtenTo(state)?.meta ?? null)
  const run = useSession((state) =>
    writtenTo(state)?.isShown === true
      ? (Object.values(state.folds.runs).findLast((each) => isForeground(each) && !isTerminal(each.status)) ??
        null)
      : null,
  )
  const isShown = useSession((state) => writtenTo(state)?.isShown === true)
  const speaker = useSession(({ folds }) => {
    const active = folds.session?.meta.activeContextId ?? null
    return active === null ? null : (folds.contexts[active]?.agentId ?? null)
  })
  const [chosenAgent, setChosenAgent] = useState<AgentId | null>(null)
  const [chosenModel, setChosenModel] = useState<ModelRef | null>(null)
  const [chosenMode, setChosenMode] = useState<PermissionMode | null>(null)
  if (fresh) {
    if (openProject === null) return null
    return {
      key: openProject,
      sessionId: null,
      projectId: openProject,
      model: chosenModel ?? usualModel,
      mode: chosenMode ?? usualMode,
      agentId: chosenAgent,
      thinking: null,
      runId: null,
      isTended: false,
      setModel: setChosenModel,
      setAgent: setChosenAgent,
      setMode: setChosenMode,
      setThinking: () => undefined,
    }
  }
  // Where the chat that was asked for cannot be opened, nothing is written to the one before.
  if (sessionId === null || meta === null || sessionId !== wanted) return null
  const update = (changes: { model?: ModelRef; permissionMode?: PermissionMode; thinking?: Thinking }) =>
    app.attempt(api.call('session.update', { sessionId, changes }))
  return {
    key: sessionId,
    sessionId,
    projectId: isShown ? meta.projectId : openProject,
    model: meta.model,
    mode: meta.permissionMode,
    agentId: speaker,
    thinking: meta.thinking,
    runId: run?.runId ?? null,
    isTended: run?.kind === 'system',
    setModel: (model) => update({ model }),
    setAgent: (agentId) => app.attempt(api.call('session.switchAgent', { sessionId, agentId })),
    setMode: (permissionMode) => update({ permissionMode }),
    setThinking: (thinking) => update({ thinking }),
  }
}

/** A chat run, or a compaction the person asked for: while it goes on, messages wait and it can be stopped. */
function isForeground(run: RunRecord): boolean {
  return run.kind === 'chat' || (run.kind === 'system' && run.parentRunId === undefined)
}
