import { access, realpath } from 'node:fs/promises'
import type { ProjectConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { CheckListing } from '#shared/problems/check-listing.ts'
import { say } from '#shared/sentences.ts'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { loadProjectConfig } from '../../config/project-config.ts'
import type { Settings } from '../../config/settings.ts'
import type { HookJob } from '../../extensions/command-hooks.ts'
import type { Printed } from '../../extensions/hook-answers.ts'
import { createHookScenes } from '../../extensions/hooks/hook-scenes.ts'
import type { Clock } from '../../lib/clock.ts'
import { isErrno } from '../../lib/errno.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Check, CheckFolder, CheckPlace, EditingRun } from '../../problems/check-place.ts'
import { createCommandChecks } from '../../problems/command-checks.ts'
import { createEditChecks } from '../../problems/edit-checks.ts'
import { fileStamps, folderStamp } from '../../problems/folder-stamp.ts'
import { problemReport } from '../../problems/problem-report.ts'
import type { ServerPlace } from '../../problems/servers/server-lifecycle.ts'
import { programDigest } from '../../problems/servers/server-switch.ts'
import type { Projects } from '../../projects/registry.ts'
import type { ProjectChecks } from '../../runs/turns/edit-check.ts'
import type { BeforeCommand } from '../../tools/bash/command-deps.ts'
import type { BeforeChange } from '../../tools/files/file-change.ts'
import { globTest } from '../../tools/search/glob-pattern.ts'
import { listFiles } from '../../tools/search/list-files.ts'
import type { Ripgrep } from '../../tools/search/ripgrep.ts'
import type { Storage } from '../storage/open-storage.ts'
import { createAskCode } from './open-code-questions.ts'
import { type Formatting, openFormatting } from './open-formatting.ts'
import { type LanguageServerDeps, openLanguageServers } from './open-language-servers.ts'

type Deps = LanguageServerDeps & {
  readonly storage: Pick<Storage, 'store'>
  readonly projects: Pick<Projects, 'get' | 'list' | 'mayRunCode'>
  readonly checkpoints: Pick<Checkpoints, 'changedIn' | 'beforeChange'>
  readonly settings: ProblemSettings
  /** The folder that holds everything the app keeps. */
  readonly home: string
  readonly ripgrep: Ripgrep
  readonly clock: Clock
  readonly logger: Logger
  readonly tell: (event: AppEvent) => void
  /** Runs a command of a project as its hooks run. */
  readonly runCommand: (job: HookJob, signal: AbortSignal) => Promise<Printed>
}

/** The choices and lists of checks in the settings. */
export type ProblemSettings = Pick<Settings, 'serversOn' | 'setServersOn' | 'problems'>

type Before = { readonly beforeChange: BeforeChange; readonly beforeCommand: BeforeCommand }

/** Time limit for listing the files of a project, in milliseconds. */
const LIST_MS = 5_000

/** Opens the checks that projects run around the edits of agents. */
export function openProblems(deps: Deps) {
  const { storage, checkpoints, ripgrep, clock, logger, tell } = deps
  const scenes = createHookScenes({ folds: storage.store.folds })
  const filesIn: Parameters<typeof folderStamp>[0]['filesIn'] = (folder, take, stop) =>
    listFiles({ ripgrep, clock, timeLimitMs: LIST_MS }, folder, take, stop)
  const servers = openLanguageServers(deps, {
    stampsOf: (root, signal) => fileStamps({ filesIn }, root, () => true, signal),
  })
  const ofCommand = createCommandChecks({
    matches: globTest,
    stampOf: (root, glob, signal) => folderStamp({ filesIn }, root, globTest(glob), signal),
    exists,
    platform: process.platform,
    logger,
    runCommand: async ({ projectId, sessionId, runId, root }, job, signal) => {
      if (!(await deps.projects.mayRunCode(projectId)))
        throw AppError.saying('other', say('problems.noTrust'))
      const scene = { ...scenes.ofSession(sessionId), runId, cwd: root }
      return deps.runCommand({ ...job, event: 'edit.after', input: '', scene, source: 'project' }, signal)
    },
  })
  const checks = createEditChecks({
    placeOf: createPlaceOf(deps, (folder, { afterEdit = [], diagnostics }) => {
      const { projectId, root } = folder
      const { isOn } = servers.switches
      const ofServers = Object.entries(diagnostics?.servers ?? {}).filter(([id, config]) =>
        isOn({ projectId, id, config }),
      )
      return [
        ...afterEdit.map((entry) => ofCommand(folder, entry)),
        ...ofServers.map(([id, config]) => servers.checkOf({ projectId, root, id, config })),
      ]
    }),
    changedIn: ({ sessionId, runId }) => checkpoints.changedIn(sessionId, runId),
    clock,
    kept: deps.settings.problems,
    changed: (projectId) => tell({ kind: 'problems.changed', projectId }),
  })
  servers.onStarted(createAgain(deps, checks, servers))
  const formatting = openFormatting(deps, servers)
  return {
    checks,
    listing: createListing(deps, servers),
    turnServer: createTurn(deps, servers),
    serverStates: createStates(deps, servers),
    askCode: createAskCode(deps, servers),
    hasServers: servers.hasOn,
    formatting,
    editCheck: editCheckOf(checks, formatting, logger),
    watching: createWatching(checks),
  }
}

type Servers = ReturnType<typeof openLanguageServers>

/** Returns the check of problems from before the start, once the server that found them runs. */
function createAgain(
  { projects, scope, logger }: Deps,
  checks: Checks,
  { checkOf }: Pick<Servers, 'checkOf'>,
) {
  const look = async (place: ServerPlace): Promise<void> => {
    const { projectId, root, id } = place
    const { path } = await projects.get(projectId)
    const folder = root === (await realpath(path)) ? null : root
    await checks.again({ projectId, root, folder, check: id }, checkOf(place), scope.signal)
  }
  return (place: ServerPlace): void => {
    look(place).catch((error: unknown) => {
      if (!scope.signal.aborted) logger.warn('Problems could not be checked again', { error: String(error) })
    })
  }
}

/** Returns the switch of language servers. It turns on the program that the person saw, and no other. */
function createTurn({ projects }: Deps, { turn }: Pick<Servers, 'turn'>) {
  return async (named: { projectId: ProjectId; id: string }, digest: string | null): Promise<void> => {
    if (digest === null) return await turn(named, null)
    const { config } = await loadProjectConfig((await projects.get(named.projectId)).path)
    const server = config?.diagnostics?.servers?.[named.id]
    if (server === undefined || programDigest(server) !== digest)
      throw AppError.saying('other', say('problems.serverChanged', { id: named.id }))
    await turn(named, digest)
  }
}

/** Returns the servers that are switched on in any project, with their state. */
function createStates({ projects }: Deps, servers: Pick<Servers, 'stateOf' | 'switches'>) {
  return async () => {
    const all = await projects.list()
    return servers.switches.all().flatMap(({ projectId, id, digest }) => {
      const project = all.find((each) => each.id === projectId)
      if (project === undefined) return []
      return [{ projectId, project: project.name, id, digest, ...servers.stateOf(projectId, id) }]
    })
  }
}

/** Lists the checks of a project with their state, whether or not they may run. */
function createListing({ projects }: Deps, servers: Pick<Servers, 'stateOf' | 'switches'>) {
  return async (projectId: ProjectId): Promise<CheckListing> => {
    const project = await projects.get(projectId)
    const { config, problem } = await loadProjectConfig(project.path)
    return {
      trusted: project.trusted === true,
      problem: problem?.message ?? null,
      said: problem?.said ?? [],
      commands: config?.afterEdit ?? [],
      format: config?.format ?? null,
      servers: Object.entries(config?.diagnostics?.servers ?? {}).map(([id, server]) => {
        const named = { projectId, id, config: server }
        const isOn = servers.switches.isOn(named)
        const { state, detail } = servers.stateOf(projectId, id)
        const shown =
          isOn && project.trusted === true ? { state, detail } : { state: 'off' as const, detail: '' }
        const digest = programDigest(server)
        return { id, isOn, digest, hasChanged: !isOn && servers.switches.wasOn(named), ...server, ...shown }
      }),
    }
  }
}

/** Returns the checks of a project as its settings say now. Trust is checked around the reading, as for hooks. */
function createPlaceOf(
  { storage, projects, logger }: Deps,
  checksOf: (folder: CheckFolder, config: ProjectConfig) => readonly Check[],
) {
  return async (run: EditingRun): Promise<CheckPlace | null> => {
    const { session } = storage.store.folds(run.sessionId)
    const projectId = session?.meta.projectId ?? null
    if (session === null || projectId === null) return null
    try {
      const { path } = await projects.get(projectId)
      const { config } = await loadProjectConfig(path)
      const names = config?.afterEdit !== undefined || config?.diagnostics !== undefined
      if (config === null || !names || !(await projects.mayRunCode(projectId))) return null
      const root = await realpath(session.cwd)
      const folder = { ...run, projectId, root, folder: root === (await realpath(path)) ? null : root }
      const checks = checksOf(folder, config)
      return checks.length === 0 ? null : { ...folder, checks }
    } catch (error) {
      if (!(error instanceof AppError) && !isErrno(error)) throw error
      logger.warn('The checks of a project could not be read', { projectId, error: error.message })
      return null
    }
  }
}

type Checks = ReturnType<typeof createEditChecks>

function editCheckOf(
  checks: Checks,
  { afterEdits }: Pick<Formatting, 'afterEdits'>,
  logger: Logger,
): ProjectChecks {
  return {
    report: async (run, mayEdit) => {
      await afterEdits(run, mayEdit).catch((error: unknown) => {
        run.signal.throwIfAborted()
        logger.warn('The files of a turn could not be formatted', { error: String(error) })
      })
      const problems = await checks.check(run, run.signal)
      const [first] = problems
      if (first === undefined) return null
      return { count: problems.length, path: first.path, lines: problemReport(problems) }
    },
    ended: checks.ended,
  }
}

/** Adds the checks to what happens before an agent changes files. */
function createWatching(checks: Checks) {
  return ({ beforeChange, beforeCommand }: Before): Before => ({
    beforeChange: async (call, next, signal) => {
      await checks.beforeEdit(call, next.path, signal)
      const settle = await beforeChange(call, next, signal)
      return async () => {
        await settle()
        checks.edited(call)
      }
    },
    beforeCommand: async (context, signal) => {
      const finish = await beforeCommand(context, signal)
      return async () => {
        const files = await finish()
        if (files.looked && files.added + files.changed + files.removed + files.unlisted > 0)
          checks.edited(context)
        return files
      }
    },
  })
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: unknown) => {
      if (isErrno(error)) return false
      throw error
    },
  )
}
