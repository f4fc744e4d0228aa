import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { ServerChoices } from '#shared/problems/language-server.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import { say } from '#shared/sentences.ts'
import type { Settings } from '../../config/settings.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { FolderEnvironment } from '../../lib/programs/child-environment.ts'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'
import type { Scope } from '../../lib/scope.ts'
import { findProgram } from '../../problems/servers/find-program.ts'
import { createLanguageServers } from '../../problems/servers/language-servers.ts'
import type { ServerLifecycleDeps, ServerPlace } from '../../problems/servers/server-lifecycle.ts'
import { type ServerProgram, startServerProgram } from '../../problems/servers/server-program.ts'
import { SESSION_LIMITS } from '../../problems/servers/server-session.ts'
import { createServerSwitches } from '../../problems/servers/server-switch.ts'
import type { KeepProgram } from '../../processes/keeper.ts'
import type { Projects } from '../../projects/registry.ts'
import { globTest } from '../../tools/search/glob-pattern.ts'
import type { OpenSandbox } from '../storage/open-sandbox.ts'

export type LanguageServerDeps = {
  readonly projects: Pick<Projects, 'mayRunCode'>
  readonly settings: Pick<Settings, 'serversOn' | 'setServersOn'>
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Scope
  readonly tell: (event: AppEvent) => void
  readonly hear: (listener: (event: AppEvent) => void) => () => void
  readonly processes: ProcessTree
  readonly keep: KeepProgram
  readonly commandEnvironment: FolderEnvironment
  readonly enterSandbox: OpenSandbox['enterFor']
  readonly sandboxSettings: () => SandboxTable
  /** Returns what the person tells servers, by their names. */
  readonly ownServers: () => Readonly<Record<string, ServerChoices>>
}

/** The parts that checks add to the servers. */
type ForServers = Pick<ServerLifecycleDeps, 'stampsOf'>

/** Opens the language servers of projects. They run in the sandbox and end with the app. */
export function openLanguageServers(deps: LanguageServerDeps, { stampsOf }: ForServers) {
  const { projects, settings, clock, logger, scope, tell } = deps
  const switches = createServerSwitches(settings)
  const servers = createLanguageServers({
    clock,
    limits: SESSION_LIMITS,
    signal: scope.signal,
    launch: (place, signal) => launch(deps, place, signal),
    mayRun: async (place) => switches.isOn(place) && (await projects.mayRunCode(place.projectId)),
    changed: (projectId) => tell({ kind: 'problems.changed', projectId }),
    ownChoices: (id) => {
      const all = deps.ownServers()
      return Object.hasOwn(all, id) ? (all[id] ?? {}) : {}
    },
    stampsOf,
    matches: globTest,
  })
  scope.add(servers.close)
  const stop = (...id: Parameters<typeof servers.stop>) =>
    servers.stop(...id).catch((error: unknown) => logger.error('A language server could not be ended', error))
  scope.add(
    deps.hear((event) => {
      if (event.kind === 'project.changed' && (event.op === 'trusted' || event.op === 'removed'))
        void stop(event.projectId)
    }),
  )
  return {
    ...servers,
    switches,
    /** Switches on the program with this fingerprint, or for null what runs under the name. That one ends. */
    turn: async (place: Pick<ServerPlace, 'projectId' | 'id'>, digest: string | null): Promise<void> => {
      switches.turn(place, digest)
      await stop(place.projectId)
      tell({ kind: 'problems.changed', projectId: place.projectId })
    },
    /** Whether the person has switched on a server of this project. */
    hasOn: (projectId: ProjectId | null): boolean =>
      switches.all().some((each) => each.projectId === projectId),
  }
}

async function launch(
  deps: LanguageServerDeps,
  place: ServerPlace,
  signal: AbortSignal,
): Promise<ServerProgram> {
  const { root, projectId, id, config } = place
  const environment = await deps.commandEnvironment(root, signal)
  const file = await findProgram(config.command, { root, environment, platform: process.platform })
  if (file === null)
    throw AppError.saying('other', say('problems.serverMissing', { command: config.command }))
  const program = { file, args: config.args ?? [] }
  const key = createHash('sha256').update(`${projectId} ${root} ${id}`).digest('hex').slice(0, 16)
  const entered = await deps.enterSandbox({ session: `server-${key}`, root, program, environment })
  if (entered === null && deps.sandboxSettings().mode === 'on')
    throw AppError.saying('other', say('problems.noSandbox'))
  const start =
    entered === null
      ? { ...program, cwd: root, environment }
      : { ...entered.program, cwd: root, environment: entered.environment }
  const leave = async () => void (await entered?.leave('', false))
  try {
    const running = await startServerProgram(deps, start)
    running.ended
      .then(leave)
      .catch((error: unknown) => deps.logger.error('A sandbox could not be left', error))
    return running
  } catch (error) {
    await leave()
    throw error
  }
}
