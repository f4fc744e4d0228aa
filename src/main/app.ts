import { AppError } from '#shared/errors.ts'
import { bindKeys } from '#shared/keys/key-actions.ts'
import { actAsWindows } from './app/act-as-windows.ts'
import { announceDatabase } from './app/announce-database.ts'
import { joinHandlers } from './app/join-handlers.ts'
import { openRooms, type Rooms } from './app/open-rooms.ts'
import { settleAnswers } from './app/settle-answers.ts'
import { followLogLevel } from './app/windows/follow-choices.ts'
import { followPresence } from './app/windows/follow-presence.ts'
import { checkInterruptedCommands } from './app/work/check-interrupted-commands.ts'
import type { App, AppDeps, ShellPort } from './app-port.ts'
import { takeInRestored } from './backups/staged-restore.ts'
import { createCallers } from './callers/callers.ts'
import { serveCallers } from './callers/serve-callers.ts'
import { findChat } from './chats/find-chat.ts'
import { holdHome } from './config/hold-home.ts'
import { homePaths } from './config/paths.ts'
import { auditHandlers } from './diagnostics/audit/audit-handlers.ts'
import { createAuditRows } from './diagnostics/audit/rows.ts'
import { afterPaint } from './lib/after-paint.ts'
import { systemClock } from './lib/clock.ts'
import type { Logger } from './lib/logger.ts'
import { createScope } from './lib/scope.ts'
import { sweepOrphans } from './processes/sweep-orphans.ts'
import { CLOSED } from './runs/run/closing.ts'
import { createLaunchNamed } from './workflows/chat/launch-named.ts'

/** A start has better things to do than to wake a keychain: by then the first window can be written in. */
const LOOK_AROUND_AFTER_MS = 1_000

/** Builds every room, joins them, and closes them in the opposite order. */
export async function openApp(deps: AppDeps): Promise<App> {
  const scope = createScope(deps.logger, AppError.cancelled(CLOSED))
  try {
    if (deps.holder !== undefined) {
      const held = await holdHome({ paths: homePaths(deps.home), pid: process.pid }, deps.holder)
      // Added first, so that another process finds everything closed.
      scope.add(held.release)
      const { logger, shell } = deps
      const paths = homePaths(deps.home)
      await takeInRestored({ paths, appVersion: shell.appVersion, now: systemClock.now, logger })
    }
    const callers = deps.holder === 'window' ? createCallers() : null
    const shell = callers?.over(deps.shell) ?? deps.shell
    const rooms = await openRooms({ ...deps, shell }, scope)
    const named = createLaunchNamed({
      projects: rooms.projects,
      imported: rooms.workflows.imports.ofProject,
      runs: rooms.workflows.workflows,
      findChat: (words) => findChat({ projects: rooms.projects.list, chats: rooms.storage.reader }, words),
      opensNext: rooms.settings.setLastSession,
      tell: rooms.tell,
    })
    rooms.workflows.leadTo((id) => {
      named
        .openWorkflowRun(id)
        .catch((error: unknown) => deps.logger.error('A run could not be opened', error))
    })
    const joined = joinHandlers({ deps: { ...deps, shell }, rooms, scope, named })
    const audited = auditHandlers(joined, {
      add: createAuditRows(rooms.storage.db).add,
      now: systemClock.now,
      redact: deps.redactor.text,
      logger: deps.logger,
    })
    const told = announceDatabase(audited, rooms.storage.db.name, deps.logger)
    const handlers = actAsWindows(settleAnswers(told, rooms.storage.disk, scope.signal), rooms.storage.client)
    takeUp(rooms, deps.logger)
    // A command line that holds the home for one run starts nothing of its own.
    if (deps.holder !== 'run') {
      const failed = (error: unknown) => deps.logger.error('Triggers could not be started', error)
      rooms.triggers.triggers.start().catch(failed)
      rooms.pullWatches.start()
    }
    const windows = { windowOpened: rooms.delivery.opened, windowClosed: closedIn(rooms) }
    if (callers !== null) scope.add(await answerCallers(deps, { callers, handlers, ...windows }))
    shell.applyLook(rooms.settings.current())
    followKeys(rooms, shell)
    followPresence(rooms, shell)
    if (deps.setLogLevel !== undefined) followLogLevel(rooms, deps.setLogLevel)
    const look = () => lookAround(rooms, deps.logger, scope.signal)
    scope.add(afterPaint({ clock: systemClock, painted: deps.painted, ms: LOOK_AROUND_AFTER_MS }, look))
    return {
      handlers,
      ...windows,
      openProjectPath: named.openProject,
      openKnownProject: named.openKnownProject,
      openChat: named.openChat,
      openWorkflowRun: named.openWorkflowRun,
      idle: rooms.runtime.supervisor.idle,
      close: scope.close,
    }
  } catch (error) {
    await scope.close()
    throw error
  }
}

/** Returns what happens when a page ends: the app sends nothing more to it. */
function closedIn({ delivery, terminals, storage }: Rooms) {
  return (windowId: number): void => {
    storage.client.forget(windowId)
    delivery.closed(windowId)
    terminals.windowClosed(windowId)
  }
}

/** Shows changed keys in the native menus, now and after each change of the settings file. */
function followKeys(
  { config, hear }: Pick<Rooms, 'config' | 'hear'>,
  shell: Pick<ShellPort, 'applyKeys'>,
): void {
  const apply = () => shell.applyKeys(bindKeys(config.current().keys ?? {}).bindings)
  apply()
  hear((event) => {
    if (event.kind === 'config.changed') apply()
  })
}

type Answering = Pick<
  Parameters<typeof serveCallers>[0],
  'callers' | 'handlers' | 'windowOpened' | 'windowClosed'
>

/** Lets command lines of the same user use the open app. */
function answerCallers({ home, logger }: AppDeps, answering: Answering) {
  const { platform } = process
  return serveCallers({
    ...answering,
    paths: homePaths(home),
    logger,
    platform,
    uid: process.getuid?.() ?? null,
  })
}

/** Puts the log in order before any window can look at it. */
function takeUp({ runtime, workflows, agents, jobs }: Rooms, logger: Logger): void {
  const cut = workflows.recover()
  if (cut > 0) logger.info('Workflow runs were interrupted by the end of the app', { cut })
  const { interrupted, waiting } = runtime.recover()
  jobs.recover()
  workflows.tellEnded()
  agents.tellEndedAgents()
  agents.recallAwaited()
  const lost = agents.recoverTeams()
  if (lost > 0) logger.info('Teammates were at work when the app ended', { lost })
  if (interrupted.length + waiting.length === 0) return
  logger.info('Took up after the last time', { interrupted: interrupted.length, waiting: waiting.length })
}

/**
 * Starts slow background work: cleanup of earlier programs, keychain, model servers, search index, bin and
 * worktrees.
 */
function lookAround(rooms: Rooms, logger: Logger, signal: AbortSignal): void {
  const { owner, vault, models, checkpoints, sessionFiles, memory, knowledge, storage, vectors } = rooms
  const { workflows, worktrees } = rooms
  const report = (what: string) => (error: unknown) => {
    if (!signal.aborted) logger.warn(`${what} failed`, { reason: String(error) })
  }
  sweepOrphans(owner)
    .then((ended) => {
      if (ended > 0) logger.warn('Programs that an earlier start had left running were ended', { ended })
    })
    .catch(report('Looking for programs of an earlier start'))
    .then(() => checkInterruptedCommands(rooms, signal))
    .then((renamed) => {
      if (renamed > 0) logger.warn('Commands that were running when the app ended left files', { renamed })
    })
    .catch(report('Checking what interrupted commands left'))
    // Not earlier, because those programs change files until they are ended.
    .then(() => checkpoints.scanAgain(signal))
    .then((listed) => {
      if (listed > 0)
        logger.warn('Commands that were running when the app ended had changed files', { listed })
    })
    .catch(report('Looking for what interrupted commands changed'))
  vault.probe(signal).catch(report('Looking for the keychain'))
  memory.purge()
  knowledge.purge()
  knowledge.folders.start()
  storage.index.start()
  vectors.wake()
  workflows.tidy(signal).catch(report('Looking for work trees left behind'))
  rooms.attempts.recover()
  worktrees.tasks.tidy().catch(report('Deleting removed worktrees'))
  sessionFiles.ttl.keepArchiving(signal).catch(report('Archiving old chats'))
  sessionFiles.bin.purgeOld().catch(report('Emptying the bin'))
  models.loadCatalogue().catch(report('Loading the model catalogue'))
  models.lookForServers().catch(report('Looking for model servers'))
}
