import { homedir } from 'node:os'
import path from 'node:path'
import type { Database } from 'better-sqlite3'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { AppDeps } from '../app-port.ts'
import { mainLocale } from '../chats/main-locale.ts'
import { deviceIdOf } from '../config/device-id.ts'
import { createConfig } from '../config/load-config.ts'
import { homePaths, prepareHome } from '../config/paths.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { fingerprint } from '../lib/fingerprint.ts'
import { createNewId, type NewId } from '../lib/ids.ts'
import { nextTurn } from '../lib/next-turn.ts'
import type { Scope } from '../lib/scope.ts'
import { createSecretVariables } from '../lib/secret-variables.ts'
import { schedule } from '../log/schedule.ts'
import { createThreadRegistry } from '../processes/threads.ts'
import { CLOSED } from '../runs/run/closing.ts'
import { sandboxSystem } from '../sandbox/sandbox-system.ts'
import { createGrants } from '../tools/grants/grants.ts'
import { createGrantRows } from '../tools/grants/rows.ts'
import { createReadOnlyCommands } from '../turn-setup/read-only-commands.ts'
import { createAnnouncer } from './announcer.ts'
import { openLeftBehind } from './storage/open-left-behind.ts'
import { openModels } from './storage/open-models.ts'
import { openPrograms } from './storage/open-programs.ts'
import { openProjects } from './storage/open-projects.ts'
import { openSandbox } from './storage/open-sandbox.ts'
import { openScratch } from './storage/open-scratch.ts'
import { openSpending } from './storage/open-spending.ts'
import { openStorage } from './storage/open-storage.ts'
import { openVault } from './storage/open-vault.ts'
import { openVectors } from './storage/open-vectors.ts'
import { openEquipment } from './tools/open-equipment.ts'
import { openWindows } from './windows/open-windows.ts'
import { openChangeReview } from './work/open-change-review.ts'
import { openSessionFiles } from './work/open-session-files.ts'
import { openWork } from './work/open-work.ts'
import { openWorkflows } from './work/open-workflows.ts'

/**
 * Opens every room in the order they need each other. What has a lifetime ends with the scope. In between the first page
 * is answered, which asks for its scripts just then.
 */
export async function openRooms({ shell, home, logger, redactor, logSync }: AppDeps, scope: Scope) {
  const clock = systemClock
  const newId = createNewId(clock.now)
  const basics = { clock, newId, logger, threads: createThreadRegistry(clock.now) }
  const paths = homePaths(home)
  await prepareHome(paths)
  const owner = { home: fingerprint(home), start: newId('client') }

  const { tell, hear, connect } = createAnnouncer()
  const secretVariables = createSecretVariables()
  const config = await openConfig({ paths, clock, logger, tell, secretVariables, scope })
  // Window settings are known once the database is open, before the first command.
  let passed = (): Readonly<Record<string, readonly string[]>> => config.current().environment?.projects ?? {}
  const programs = openPrograms({
    ...{ env: process.env, owner, secretVariables, clock, logger, scope },
    passed: () => passed(),
  })
  const { git } = programs
  const storage = openStorage({ paths, files: shell.files, logSync, ...basics, scope })
  await nextTurn()
  const { db } = storage
  const leftBehind = openLeftBehind({ db, paths, clock, logger, scope, config: config.current, tell })
  const { settingsRows, settings, drafts, draftPictures } = leftBehind
  passed = () => settings.current().passedVariables
  const { projects, directory } = openProjects({ db, ...basics, git, tell, signal: scope.signal })
  const { vault, hasSecret } = openVault({
    ...{ db, clock, logger, redactor, scope, tell },
    file: paths.vault,
    service: process.env['ORRERY_KEYCHAIN_SERVICE'] ?? 'orrery',
    spawn: shell.spawnKeychain,
  })
  const models = openModels({
    ...{ vault, hasSecret, redactor, clock, logger, tell },
    config: config.current,
    env: process.env,
    secretVariables,
    resolveProxy: shell.resolveProxy,
    mayAsk: () => money.mayAsk(),
    signal: scope.signal,
  })
  const money = openSpending({ db, clock, config: config.current, modelOf: models.catalog.infoOf })
  const forVectors = { storage, models, redactor, clock, logger, tell, hear, scope }
  const vectors = openVectors({ ...forVectors, config: config.current })
  const sandboxSettings = () => ({ ...config.current().sandbox, mode: settings.current().sandbox })
  const sandbox = openSandbox({
    ...{ paths, clock, logger, scope, processes: programs.processes },
    commandEnvironment: programs.environment.command,
    system: sandboxSystem(process.env),
    settings: sandboxSettings,
  })
  const common = { ...basics, storage, projects, scope, tell, shell, acquaint: vault.acquaint }
  const equipment = openEquipment({
    ...{ ...common, ...vectors, ...programs, paths, settings, redactor, hear, sandbox },
    ...{ config, sandboxSettings },
    keys: { vault, redactor, env: process.env, variables: secretVariables },
  })
  const { ripgrep, checkpoints, memory, knowledge, processes, hooks, teams, mcp, jobs } = equipment
  const { definitions } = equipment
  await nextTurn()
  const grants = openGrants({ db, ...basics, tell, scope })
  const scratch = openScratch({ ...common, paths })
  const { runtime, agents, looks } = openWork({
    ...{ ...common, secretVariables, grants, scratch, definitions, equipment, catalog: models.catalog },
    ...{ recall: memory.recall, userMemory: memory.ofUser, proposals: memory.proposals },
    ...{ hooks: hooks.hooks, config: config.current, sandbox, sandboxSettings, money },
    isSecret: (text) => redactor.text(text) !== text,
    reading: createReadOnlyCommands({ settings, tell }),
    deviceId: deviceIdOf(settingsRows, () => newId('device')),
    ...{ git, agentsFile: paths.agentsFile },
  })
  jobs.connect(runtime.inbox)
  const windows = openWindows({ ...common, send: shell.send, draftOf: drafts.get })
  connect(windows.delivery.announce)
  // Added last, so that every run has ended before anything it needs is closed.
  scope.add(() => runtime.supervisor.close(CLOSED))
  const locale = () => mainLocale(settings.current().locale, shell.systemLocale)
  const sessionFiles = openSessionFiles({
    ...{ ...common, ...equipment, runtime, redactor, locale, drafts, draftPictures, scratch },
  })
  const workflows = openWorkflows({
    ...{ ...common, runtime, catalog: models.catalog, agents: definitions.agents },
    ...{ tools: equipment.forScripts, folders: paths, git, files: shell.files, notify: shell.notify },
    permissionMode: () => settings.current().permissionMode,
    locale,
  })
  equipment.connectWorkflows(workflows.fromChat)
  const changes = openChangeReview({ db, git, clock, projects, windows, runtime })
  return {
    ...{ sandbox, owner, paths, config, storage, projects, directory, vault, models, ripgrep, grants },
    ...{ settings, drafts, draftPictures, money, changes },
    ...{ ...windows, workflows, definitions, checkpoints, sessionFiles, tell },
    ...{ runtime, agents, looks, vectors, teams, memory, knowledge, processes, hooks, mcp, jobs, newId },
  }
}

export type Rooms = Awaited<ReturnType<typeof openRooms>>

type ConfigDeps = Parameters<typeof createConfig>[0] & { readonly scope: Scope }

async function openConfig({ scope, ...deps }: ConfigDeps) {
  const config = createConfig(deps)
  await config.load()
  scope.add(config.close)
  config.watch()
  return config
}

type GrantDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly newId: NewId
  readonly tell: (event: AppEvent) => void
  readonly scope: Scope
}

function openGrants({ db, clock, newId, tell, scope }: GrantDeps) {
  const changed = () => tell({ kind: 'grants.changed' })
  const flavour = { path, home: homedir() }
  const grants = createGrants({
    rows: createGrantRows(db),
    now: clock.now,
    newId,
    flavour,
    schedule,
    changed,
  })
  scope.add(grants.close)
  return grants
}
