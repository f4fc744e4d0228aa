import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { AppError } from '#shared/errors.ts'
import { mayAct } from '#shared/project/trust.ts'
import { say } from '#shared/sentences.ts'
import type { AppDeps } from '../app-port.ts'
import { promptPersona } from '../context/instructions/prompt-persona.ts'
import { shellPrompt } from '../extensions/hooks/shell-prompt.ts'
import { createStatusLine } from '../extensions/hooks/status-line.ts'
import { statusLineInput } from '../extensions/hooks/status-line-input.ts'
import { createStatusLineHandlers } from '../handlers/status-line-handlers.ts'
import { systemClock } from '../lib/clock.ts'
import type { Rooms } from './open-rooms.ts'

type Place = {
  readonly deps: Pick<AppDeps, 'shell' | 'logger'>
  readonly rooms: Pick<
    Rooms,
    | 'config'
    | 'definitionDrafts'
    | 'hooks'
    | 'layers'
    | 'models'
    | 'projects'
    | 'runtime'
    | 'storage'
    | 'worktrees'
  >
  readonly signal: AbortSignal
}

/** Connects the status line command to the chats that it describes. */
export function statusLineIn({ deps: { shell, logger }, rooms, signal }: Place) {
  const { config, definitionDrafts, hooks, layers, models, projects, runtime, storage, worktrees } = rooms
  /** It is a command as hooks are, so the policy about hooks holds for it. */
  const table = () => {
    const allowed = layers.allowedHooks()
    if (allowed === 'none') return undefined
    return allowed === 'managed' ? layers.managed().statusLine : config.current().statusLine
  }
  const statusLine = createStatusLine({
    table,
    run: hooks.runCommand,
    clock: systemClock,
    logger,
    signal,
    sceneOf: async (sessionId, vimMode) => {
      const folds = storage.store.folds(sessionId)
      const { session } = folds
      const projectId = session?.meta.projectId ?? null
      if (session === null || projectId === null) return null
      const project = await projects.get(projectId)
      const contextId = session.meta.activeContextId
      const path = contextId === null ? [] : storage.paths.of(sessionId, contextId)
      const began = contextId === null ? undefined : folds.contexts[contextId]?.personaHash
      const persona = began === undefined ? null : await runtime.personas.of(promptPersona(path, began))
      const treeId = session.meta.worktree?.id ?? null
      const model = models.catalog.list().find(({ ref }) => ref === session.meta.model) ?? null
      const input = statusLineInput({
        folds,
        path,
        vimMode,
        persona: persona ?? '',
        model,
        planLimits: model === null ? null : models.planLimitsOf(model.provider),
        projectPath: project.path,
        baseBranch: treeId === null ? null : (worktrees.tasks.get(treeId)?.baseBranch ?? null),
        version: shell.appVersion,
        now: systemClock.now(),
      })
      return { scene: runtime.hookScenes.ofSession(sessionId), trusted: mayAct(project), input }
    },
  })
  const read = (path: string) => readFile(path, 'utf8').catch(() => null)
  return createStatusLineHandlers({
    statusLine,
    config,
    drafts: definitionDrafts,
    checkTrusted: async (projectId) => {
      if (!mayAct(await projects.get(projectId))) {
        throw AppError.saying('other', say('statusLine.untrusted'))
      }
    },
    promptFor: (wish) => shellPrompt(wish, { home: homedir(), read }),
    shell: process.platform === 'win32' ? 'cmd.exe on Windows' : 'sh, POSIX',
    signal,
  })
}
