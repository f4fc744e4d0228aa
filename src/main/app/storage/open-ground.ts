import type { UserConfig } from '#shared/config/config.ts'
import { rememberLast } from '#shared/remember-last.ts'
import type { AppDeps } from '../../app-port.ts'
import { commandLineLayer } from '../../config/layers/command-line-layer.ts'
import { createHigherLayers, type HigherLayers } from '../../config/layers/config-layers.ts'
import { createFolderFiles } from '../../config/layers/folder-files.ts'
import { managedPlace } from '../../config/layers/managed-file.ts'
import { overlay } from '../../config/layers/overlay.ts'
import { createConfig } from '../../config/load-config.ts'
import { homePaths, prepareHome } from '../../config/paths.ts'
import { safePaths, withoutServers } from '../../config/safe-mode.ts'
import { systemClock } from '../../lib/clock.ts'
import { fingerprint } from '../../lib/fingerprint.ts'
import { createNewId } from '../../lib/ids.ts'
import { nextTurn } from '../../lib/next-turn.ts'
import type { Scope } from '../../lib/scope.ts'
import { createSecretVariables, variablesIn } from '../../lib/secret-variables.ts'
import { createThreadRegistry } from '../../processes/threads.ts'
import { createAnnouncer } from '../announcer.ts'
import { createLink } from '../link.ts'
import { openLeftBehind } from './open-left-behind.ts'
import { openPrograms } from './open-programs.ts'
import { openStorage } from './open-storage.ts'

/**
 * Opens what every other room stands on: clock, paths, config, programs, the log, settings and drafts. In between the
 * first page is answered, which asks for its scripts just then.
 */
export async function openGround(deps: AppDeps, scope: Scope) {
  const { shell, home, logger, logSync, safeMode = false } = deps
  const clock = systemClock
  const newId = createNewId(clock.now)
  const threads = createThreadRegistry(clock.now)
  const paths = await pathsFor(home, safeMode)
  const owner = { home: fingerprint(home), start: newId('client') }

  const { tell, hear, connect } = createAnnouncer()
  const secretVariables = createSecretVariables()
  secretVariables.add(variablesIn(JSON.stringify([deps.set ?? [], ...(deps.servers?.values() ?? [])])))
  const folderFiles = createFolderFiles({ copies: paths.folderCopies, logger, now: clock.now })
  const layers = await openHigherLayers(deps, { clock, logger, tell, scope })
  const config = await openConfig({ paths, clock, logger, tell, secretVariables, scope, safeMode, layers })
  // Window settings are known once the database is open, before the first command.
  const toPassed = createLink<() => Readonly<Record<string, readonly string[]>>>('the passed variables')
  const programs = openPrograms({
    env: process.env,
    owner,
    secretVariables,
    clock,
    logger,
    scope,
    tell,
    askpassFolder: paths.askpass,
    askpassApp: shell.askpass,
    passed: () => toPassed.get()(),
  })
  const { git } = programs
  const storage = openStorage({
    paths,
    files: shell.files,
    logSync,
    clock,
    newId,
    logger,
    threads,
    scope,
  })
  await nextTurn()
  const { db } = storage
  const leftBehind = openLeftBehind({
    db,
    storage,
    paths,
    clock,
    logger,
    scope,
    config: config.current,
    forced: layers.forced,
    tell,
  })
  const { settingsRows, settings, drafts, draftPictures } = leftBehind
  toPassed.connect(() => settings.current().passedVariables)
  return {
    clock,
    newId,
    logger,
    threads,
    paths,
    owner,
    tell,
    hear,
    connect,
    secretVariables,
    layers,
    folderFiles,
    config,
    programs,
    git,
    storage,
    db,
    settingsRows,
    settings,
    drafts,
    draftPictures,
    scope,
  }
}

export type Ground = Awaited<ReturnType<typeof openGround>>

async function pathsFor(home: string, safeMode: boolean) {
  const paths = homePaths(home)
  await prepareHome(paths)
  return safeMode ? safePaths(paths) : paths
}

type LayerDeps = Omit<Parameters<typeof createHigherLayers>[0], 'place' | 'commandLine'> & {
  readonly scope: Scope
}

/** Opens the layers of the command line and of the administrator. */
async function openHigherLayers(
  { managed = managedPlace(process.platform), set = [] }: Pick<AppDeps, 'managed' | 'set'>,
  { scope, clock, logger, tell }: LayerDeps,
) {
  const commandLine = commandLineLayer(set)
  const layers = createHigherLayers({ place: managed, commandLine, clock, logger, tell })
  await layers.load()
  scope.add(layers.close)
  layers.watch()
  return layers
}

type ConfigDeps = Omit<Parameters<typeof createConfig>[0], 'forced'> & {
  readonly scope: Scope
  readonly safeMode: boolean
  readonly layers: HigherLayers
}

/** Opens the settings in force: those of the file under the layers above it. */
async function openConfig(deps: ConfigDeps) {
  const { scope, safeMode, layers, paths, clock, logger, tell, secretVariables } = deps
  const { forced } = layers
  const file = createConfig({ paths, clock, logger, tell, secretVariables, forced })
  const inForce = rememberLast((mine: UserConfig, forced: UserConfig) => overlay(mine, forced))
  const merged = () => inForce(file.current(), layers.forced())
  const config = {
    ...file,
    /** The settings of the person's file alone. */
    own: file.current,
    ownProblem: file.problem,
    current: safeMode ? () => withoutServers(merged()) : merged,
    problem: () => file.problem() ?? layers.problem(),
  }
  await config.load()
  scope.add(config.close)
  config.watch()
  return config
}
