import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { AppError } from '#shared/errors.ts'
import { type ProjectId, SessionId } from '#shared/ids.ts'
import type { FormatTable } from '#shared/problems/format-table.ts'
import { languageOf } from '#shared/problems/language-server.ts'
import { say } from '#shared/sentences.ts'
import { CHAT_AGENT } from '../../agents/definitions/builtin.ts'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { loadProjectConfig } from '../../config/project-config.ts'
import type { Settings } from '../../config/settings.ts'
import type { HookJob } from '../../extensions/command-hooks.ts'
import type { Printed } from '../../extensions/hook-answers.ts'
import { createFormatText, type FormatDeps, type FormatText } from '../../problems/format/format-text.ts'
import { formatEdited } from '../../project-files/format-edited.ts'
import type { Projects } from '../../projects/registry.ts'
import { told } from '../../runs/run/notices.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { MayEdit } from '../../runs/turns/edit-check.ts'
import { editAct } from '../../tools/files/file-acts.ts'
import { globTest } from '../../tools/search/glob-pattern.ts'
import { SECRET_MARK } from '../../tools/without-secrets.ts'
import type { Storage } from '../storage/open-storage.ts'
import { reachOf } from './open-checkpoints.ts'
import type { openLanguageServers } from './open-language-servers.ts'

type Deps = {
  readonly storage: Pick<Storage, 'store'>
  readonly projects: Pick<Projects, 'get' | 'mayRunCode'>
  readonly settings: Pick<Settings, 'serversOn'>
  readonly checkpoints: Pick<Checkpoints, 'changedIn' | 'beforeChange'>
  readonly runCommand: (job: HookJob, signal: AbortSignal) => Promise<Printed>
  /** The folder that holds everything the app keeps. */
  readonly home: string
}

type Texts = {
  readonly tableOf: (projectId: ProjectId) => Promise<FormatTable | null>
  readonly text: FormatText
}

type Servers = Pick<ReturnType<typeof openLanguageServers>, 'format' | 'switches'>

/** Milliseconds for the files of one turn. */
const TURN_LIMIT_MS = 60_000

/** Opens the formatting of files by the commands and language servers of projects. */
export function openFormatting(deps: Deps, servers: Servers) {
  const tableOf = async (projectId: ProjectId): Promise<FormatTable | null> => {
    const { path: root } = await deps.projects.get(projectId)
    const { config } = await loadProjectConfig(root)
    if (config?.format === undefined || !(await deps.projects.mayRunCode(projectId))) return null
    return config.format
  }
  const text = createFormatText({
    matches: globTest,
    runCommand: createRunFormat(deps),
    serverFor: createServerFor(deps, servers),
    hiddenMark: SECRET_MARK,
    platform: process.platform,
  })
  return { tableOf, text, afterEdits: createAfterEdits(deps, { tableOf, text }) }
}

export type Formatting = ReturnType<typeof openFormatting>

/** Runs a format command as the hooks of a project run. It belongs to no chat. */
function createRunFormat({ projects, runCommand }: Deps): FormatDeps['runCommand'] {
  return async ({ projectId, root }, { command, input, timeoutMs }, signal) => {
    if (!(await projects.mayRunCode(projectId))) throw AppError.saying('other', say('problems.noTrust'))
    const key = createHash('sha256').update(`${projectId} ${root}`).digest('hex').slice(0, 8)
    const scene = { sessionId: SessionId.parse(`ses_${key}`), runId: null, agentId: CHAT_AGENT }
    const job = { command, input, timeoutMs, event: 'format', source: 'project' as const }
    return await runCommand({ ...job, scene: { ...scene, projectId, cwd: root } }, signal)
  }
}

function createServerFor({ projects }: Deps, servers: Servers): FormatDeps['serverFor'] {
  return async ({ projectId, root }, file) => {
    const { config } = await loadProjectConfig((await projects.get(projectId)).path)
    const language = languageOf(file.path)
    const named = Object.entries(config?.diagnostics?.servers ?? {})
    const found = named.find(
      ([id, server]) =>
        language !== null &&
        server.languages.includes(language) &&
        servers.switches.isOn({ projectId, id, config: server }),
    )
    if (found === undefined) return null
    const [id, server] = found
    const place = { projectId, root, id, config: server }
    return { by: id, format: (signal) => servers.format(place, file, signal) }
  }
}

/** Returns the formatting of what a run edited, where the project chose it. The person gets a notice. */
function createAfterEdits({ storage, checkpoints, home }: Deps, { tableOf, text }: Texts) {
  const flavour = { path, home: homedir(), appHome: home }
  return async (run: RunHandle, mayEdit: MayEdit): Promise<void> => {
    const { sessionId, runId } = run
    const { session } = storage.store.folds(sessionId)
    const projectId = session?.meta.projectId ?? null
    if (session === null || projectId === null) return
    const paths = checkpoints.changedIn(sessionId, runId)
    const table = paths.length === 0 ? null : await tableOf(projectId)
    if (table?.afterAgent !== true) return
    const root = await realpath(session.cwd)
    const signal = AbortSignal.any([run.signal, AbortSignal.timeout(TURN_LIMIT_MS)])
    const done = await formatEdited(
      {
        flavour,
        isClosed: async (place) => {
          const act = await editAct(place, { root, flavour })
          return (act.guards ?? []).length > 0 || !mayEdit(act)
        },
        format: (file) => text({ projectId, root }, table, file, signal),
        beforeChange: (next, stop) => {
          const reach = reachOf(storage.store, { sessionId, runId, callId: null })
          return checkpoints.beforeChange({ projectId, sessionId, runId, callId: null, reach }, next, stop)
        },
      },
      { root, paths },
      signal,
    )
    const [first] = done.changed
    const count = String(done.changed.length)
    if (first !== undefined)
      run.publish([
        told([
          done.changed.length === 1
            ? say('format.one', { path: first })
            : say('format.many', { path: first, count }),
        ]),
      ])
    for (const { path: file, why } of done.failed.slice(0, 1))
      run.publish([told([say('format.failed', { path: file }), ...why.said])])
  }
}
