import { useState } from 'react'
import { AppError } from '#shared/errors.ts'
import type { AgentId, ModelRef, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { say } from '#shared/sentences.ts'
import { chosenEffort } from '#shared/session/chosen-effort.ts'
import type { ContextMode } from '#shared/session/session.ts'
import { useFailureNotice } from '../../../data/use-failure-notice.ts'
import { useQuery } from '../../../data/use-query.ts'
import type { DraftKey } from '../../../store/draft-store.ts'
import { writtenTo } from '../../../store/session-state.ts'
import { useApp, useChat, useSession } from '../chat-context.ts'

/** The target of the composer and the settings of its next run. */
export type ComposerTarget = {
  readonly key: DraftKey
  readonly sessionId: SessionId | null
  readonly projectId: ProjectId | null
  readonly model: ModelRef | null
  readonly mode: PermissionMode
  /** The agent of the chat; null for a new one without a choice. */
  readonly agentId: AgentId | null
  /** The reasoning effort chosen for this chat; null uses the model's setting. */
  readonly effort: Effort | null
  /** The model that a new chat was explicitly given; null where main chooses it, as in a chat that exists. */
  readonly chosenModel: ModelRef | null
  /** The run that is going on, or null. */
  readonly runId: RunId | null
  /** True while that is the app itself, which sums the chat up: messages wait until it is done. */
  readonly isTended: boolean
  /** The extra folders of the chat, or of the one that the first message will make. */
  readonly folders: readonly string[]
  /** Adds an extra folder. Returns its true path; rejects with a sentence. */
  readonly addFolder: (path: string) => Promise<string>
  readonly removeFolder: (path: string) => void
  /** Missing `history`: the new model continues the history. */
  readonly setModel: (model: ModelRef, history?: ContextMode) => void
  readonly setAgent: (agentId: AgentId) => void
  readonly setMode: (mode: PermissionMode) => void
  /** Resolves once the effort is stored; rejects with a sentence. */
  readonly setEffort: (effort: Effort | null) => Promise<void>
}

/** The open session, or a chat of a project that the first message will make. Null when there is neither. */
export function useComposerTarget(): ComposerTarget | null {
  const { api, app } = useChat()
  const wanted = useApp((state) => state.openSession)
  const fresh = wanted === null
  const openProject = useApp((state) => state.openProject)
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
  const [effort, setEffort] = useState<Effort | null>(null)
  const usualModel = useModelOfNewChat(fresh ? openProject : null, chosenAgent)
  const [chosenMode, setChosenMode] = useState<PermissionMode | null>(null)
  const chosenFolders = useChosenFolders(openProject)
  if (fresh) {
    if (openProject === null) return null
    return {
      ...chosenFolders,
      key: openProject,
      sessionId: null,
      projectId: openProject,
      model: chosenModel ?? usualModel,
      mode: chosenMode ?? usualMode,
      agentId: chosenAgent,
      effort,
      chosenModel,
      runId: null,
      isTended: false,
      setModel: (model) => setChosenModel(model),
      setAgent: (agentId) => {
        setChosenAgent(agentId)
        // It may bring a model of its own, as in a chat that has begun.
        setChosenModel(null)
      },
      setMode: setChosenMode,
      setEffort: async (chosen) => setEffort(chosen),
    }
  }
  // If the requested chat cannot be opened, nothing is sent to the previous one.
  if (sessionId === null || meta === null || sessionId !== wanted) return null
  const update = (changes: { model?: ModelRef; permissionMode?: PermissionMode }) =>
    app.attempt(api.command('session.update', { sessionId, changes }))
  return {
    key: sessionId,
    sessionId,
    projectId: isShown ? meta.projectId : openProject,
    model: meta.model,
    mode: meta.permissionMode,
    agentId: speaker,
    effort: chosenEffort(meta),
    chosenModel: null,
    runId: run?.runId ?? null,
    isTended: run?.kind === 'system',
    folders: meta.folders ?? NO_FOLDERS,
    addFolder: (path) => api.command('folder.add', { sessionId, path }),
    removeFolder: (path) => app.attempt(api.command('folder.remove', { sessionId, path })),
    setModel: (model, history = 'continue') => {
      if (history === 'continue' || speaker === null) return update({ model })
      const begun = api.command('session.switchAgent', { sessionId, agentId: speaker, mode: history })
      app.attempt(begun.then(() => api.command('session.update', { sessionId, changes: { model } })))
    },
    setAgent: (agentId) => app.attempt(api.command('session.switchAgent', { sessionId, agentId })),
    setMode: (permissionMode) => update({ permissionMode }),
    setEffort: async (chosen) => {
      await api.command('session.update', { sessionId, changes: { effort: chosen } })
    },
  }
}

const NO_FOLDERS: readonly string[] = []

/** The folders chosen for a new chat. They are those of one project. */
function useChosenFolders(
  projectId: ProjectId | null,
): Pick<ComposerTarget, 'folders' | 'addFolder' | 'removeFolder'> {
  const { api } = useChat()
  const [chosen, setChosen] = useState({ projectId, folders: NO_FOLDERS })
  const folders = chosen.projectId === projectId ? chosen.folders : NO_FOLDERS
  const set = (changed: readonly string[]) => setChosen({ projectId, folders: changed })
  return {
    folders,
    addFolder: async (path) => {
      if (projectId === null) throw AppError.saying('ipc.refused', say('chat.noProject'))
      const added = await api.command('folder.check', { projectId, folders: [...folders], path })
      set([...folders.filter((folder) => folder !== added), added])
      return added
    },
    removeFolder: (path) => set(folders.filter((folder) => folder !== path)),
  }
}

/** The model that answers in a new chat unless another is picked; null until main has said. */
function useModelOfNewChat(projectId: ProjectId | null, agentId: AgentId | null): ModelRef | null {
  const { app } = useChat()
  const models = useApp((state) => state.models)
  const place = projectId === null ? null : { projectId, ...(agentId === null ? {} : { agentId }) }
  const asked = useQuery('model.ofNewChat', place, { reasons: [models] })
  useFailureNotice(app, asked)
  return asked.problem === null ? (asked.data?.model ?? null) : null
}

/**
 * Whether a run is foreground: a chat run or a requested compaction. Messages are queued during it, and it
 * can be stopped.
 */
function isForeground(run: RunRecord): boolean {
  return run.kind === 'chat' || (run.kind === 'system' && run.parentRunId === undefined)
}
