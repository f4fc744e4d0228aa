import { homedir } from 'node:os'
import path from 'node:path'
import type { Database } from 'better-sqlite3'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { AppDeps } from '../app-port.ts'
import { type MainLocale, mainLocale } from '../chats/main-locale.ts'
import { deviceIdOf } from '../config/device-id.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import { nextTurn } from '../lib/next-turn.ts'
import type { Scope } from '../lib/scope.ts'
import { schedule } from '../log/delivery/schedule.ts'
import { createExtraFolders } from '../runs/chats/extra-folders.ts'
import { CLOSED } from '../runs/run/closing.ts'
import { createGrants, type Grants } from '../tools/grants/grants.ts'
import { createGrantRows } from '../tools/grants/rows.ts'
import { createReadOnlyCommands } from '../turn-setup/read-only-commands.ts'
import { openReview } from './open-review.ts'
import { openDiagnosticLogs } from './storage/open-diagnostic-logs.ts'
import { type Ground, openGround } from './storage/open-ground.ts'
import { openScratch } from './storage/open-scratch.ts'
import { openServices, type Services } from './storage/open-services.ts'
import { type Equipment, openEquipment } from './tools/open-equipment.ts'
import { notifyUnlessOff } from './windows/follow-choices.ts'
import { openWindows } from './windows/open-windows.ts'
import { openFileCommands } from './work/open-file-commands.ts'
import { openHomeData } from './work/open-home-data.ts'
import { openSessionFiles } from './work/open-session-files.ts'
import { openTerminals } from './work/open-terminals.ts'
import { openTriggerRoom } from './work/open-trigger-room.ts'
import { openWork } from './work/open-work.ts'
import { openWorkflows } from './work/open-workflows.ts'
import type { OpenedWorktrees } from './work/open-worktrees.ts'
import type { Runtime } from './work/runtime/open-runtime.ts'

/** Opens every room, layer after layer: storage, tools, work, windows. What has a lifetime ends with the scope. */
export async function openRooms(deps: AppDeps, scope: Scope) {
  const ground = await openGround(deps, scope)
  const { clock, newId, logger, paths, tell, storage, db, settings, drafts } = ground
  const services = openServices(deps, ground)
  const { projects } = services
  const equipment = equipmentOf(deps, ground, services)
  await nextTurn()
  const grants = openGrants({ db, clock, newId, tell, scope })
  const scratch = openScratch({ storage, scope, logger, paths })
  const { runtime, agents, looks, sideQueries, worktrees } = workOf(deps, ground, services, {
    equipment,
    grants,
    scratch,
  })
  equipment.jobs.connect(runtime.inbox)
  const windows = windowsOf(deps, ground)
  ground.connect(windows.delivery.announce)
  // Added last, so that every run has ended before anything it needs is closed.
  scope.add(() => runtime.supervisor.close(CLOSED))
  const locale = () => mainLocale(settings.current().locale, deps.shell.systemLocale)
  const worked = { equipment, scratch, runtime, locale }
  const sessionFiles = sessionFilesOf(deps, ground, services, worked)
  const workflows = workflowsOf(deps, ground, services, worked)
  equipment.connectWorkflows(workflows.fromChat)
  const triggers = triggersOf(deps, ground, services, { worked, workflows })
  equipment.connectTriggers(triggers.forAgents)
  const { terminals, shells } = terminalsOf(deps, ground, services, { equipment, worktrees })
  const reviewing = { equipment, runtime, windows, worktrees, workflows, chatTexts: sessionFiles.texts }
  const review = openReview(deps, ground, services, reviewing)
  return {
    gitQuestions: ground.programs.gitQuestions,
    pulls: review.pulls,
    pullWatches: review.pullWatches,
    forge: review.forge,
    sandbox: services.sandbox,
    owner: ground.owner,
    paths,
    config: ground.config,
    layers: ground.layers,
    storage,
    projects,
    directory: services.directory,
    extraFolders: createExtraFolders({ sessions: runtime.sessions, check: services.checkFolder }),
    vault: services.vault,
    models: services.models,
    ripgrep: equipment.ripgrep,
    grants,
    settings,
    drafts,
    draftPictures: ground.draftPictures,
    money: services.money,
    changes: review.changes,
    projectFiles: review.files,
    worktrees,
    attempts: review.attempts,
    definitionDrafts: review.definitionDrafts,
    terminals,
    shells,
    triggers,
    ...windows,
    workflows,
    definitions: equipment.definitions,
    checkpoints: equipment.checkpoints,
    problems: equipment.problems,
    sessionFiles,
    homeData: homeDataOf(deps, ground, sessionFiles),
    tell,
    runtime,
    agents,
    looks,
    sideQueries,
    vectors: services.vectors,
    teams: equipment.teams,
    memory: equipment.memory,
    knowledge: equipment.knowledge,
    processes: equipment.processes,
    hooks: equipment.hooks,
    mcp: equipment.mcp,
    jobs: equipment.jobs,
    plugins: equipment.plugins,
    secretVariables: ground.secretVariables,
    hear: ground.hear,
    newId,
  }
}

/** Opens the terminals of the person. */
function terminalsOf(
  { shell }: AppDeps,
  { newId, tell, logger, scope, programs, settings }: Ground,
  { projects }: Services,
  { equipment, worktrees }: { readonly equipment: Equipment; readonly worktrees: OpenedWorktrees },
) {
  const { environment, processes } = programs
  return openTerminals({
    shell,
    projects,
    settings,
    newId,
    tell,
    logger,
    scope,
    environment,
    processes,
    worktrees: worktrees.tasks,
    programs: equipment.programs,
  })
}

/** Opens the windows and the logs that explain what they show. */
function windowsOf({ shell, redactor }: AppDeps, ground: Ground) {
  const { storage, scope, tell, clock, drafts, paths, logger } = ground
  const { attachLog } = openDiagnosticLogs({ paths, storage, redactor, clock, logger, scope })
  return openWindows({ storage, scope, tell, clock, attachLog, send: shell.send, draftOf: drafts.get })
}

export type Rooms = Awaited<ReturnType<typeof openRooms>>

type Tooled = {
  readonly equipment: Equipment
  readonly grants: Grants
  readonly scratch: ReturnType<typeof openScratch>
}
type Worked = Omit<Tooled, 'grants'> & {
  readonly runtime: Runtime
  readonly locale: () => MainLocale
}

/** Opens the tools of all agents. */
function equipmentOf({ shell, redactor, servers = new Map() }: AppDeps, ground: Ground, services: Services) {
  const {
    clock,
    newId,
    logger,
    threads,
    paths,
    tell,
    hear,
    secretVariables,
    config,
    layers,
    programs,
    storage,
    settings,
    scope,
  } = ground
  const { models, projects, vault, vectors, sandboxSettings, sandbox } = services
  return openEquipment({
    catalog: models.catalog,
    storage,
    projects,
    scope,
    tell,
    shell,
    acquaint: vault.acquaint,
    vault,
    clock,
    newId,
    logger,
    threads: threads,
    readMeaning: vectors.readMeaning,
    environment: programs.environment,
    keep: programs.keep,
    processes: programs.processes,
    git: programs.git,
    paths,
    settings,
    redactor,
    hear,
    sandbox,
    config,
    higher: layers,
    folderFiles: ground.folderFiles,
    sandboxSettings,
    keys: { vault, redactor, env: process.env, variables: secretVariables },
    serversOfCommandLine: servers,
  })
}

/** Opens runs, the agents that do them, and what looks at chats. */
function workOf({ redactor }: AppDeps, ground: Ground, services: Services, tooled: Tooled) {
  const {
    clock,
    newId,
    logger,
    paths,
    tell,
    secretVariables,
    config,
    layers,
    db,
    git,
    storage,
    settingsRows,
    settings,
    scope,
  } = ground
  const { models, money, projects, sandboxSettings, sandbox } = services
  const { equipment, grants, scratch } = tooled
  return openWork({
    storage,
    scope,
    tell,
    clock,
    newId,
    logger,
    secretVariables,
    grants,
    scratch,
    definitions: equipment.definitions,
    equipment,
    catalog: models.catalog,
    recall: equipment.memory.recall,
    userMemory: equipment.memory.ofUser,
    proposals: equipment.memory.proposals,
    hooks: equipment.hooks.hooks,
    config: config.current,
    settings: settings.current,
    ownConfig: config.own,
    higher: layers,
    folderFiles: ground.folderFiles,
    sandbox,
    sandboxSettings,
    money,
    isSecret: (text) => redactor.text(text) !== text,
    reading: createReadOnlyCommands({ settings, tell }),
    deviceId: deviceIdOf(settingsRows, () => newId('device')),
    git,
    agentsFile: paths.agentsFile,
    worktrees: { db, git, folder: paths.taskWorktrees, projects },
  })
}

/** Opens import, export and deletion of chats. */
function sessionFilesOf({ redactor }: AppDeps, ground: Ground, { projects }: Services, worked: Worked) {
  const { clock, newId, logger, storage, drafts, draftPictures } = ground
  const { equipment, scratch, runtime, locale } = worked
  return openSessionFiles({
    storage,
    clock,
    newId,
    logger,
    home: homedir(),
    jobs: equipment.jobs,
    checkpoints: equipment.checkpoints,
    projects,
    runtime,
    redactor,
    locale,
    drafts,
    draftPictures,
    scratch,
  })
}

/** Opens the size of the home and the copies of it. */
function homeDataOf({ shell }: AppDeps, ground: Ground, { exportMany }: ReturnType<typeof openSessionFiles>) {
  const { paths, threads, storage, tell, clock, scope } = ground
  const { files, appVersion } = shell
  const { reader } = storage
  return openHomeData({ paths, files, threads, appVersion, reader, exportMany, tell, clock, scope })
}

/** Opens workflows, whose agents are runs. */
function workflowsOf({ shell }: AppDeps, ground: Ground, services: Services, worked: Worked) {
  const { clock, newId, logger, threads, paths, tell, git, storage, settings, scope } = ground
  const { projects, models } = services
  const { equipment, runtime, locale } = worked
  return openWorkflows({
    storage,
    projects,
    scope,
    tell,
    clock,
    newId,
    logger,
    threads: threads,
    runtime,
    catalog: models.catalog,
    agents: equipment.definitions.agents,
    skills: equipment.definitions.skills,
    loadSkill: (projectId, remote, signal) => equipment.mcp.loadSkill(projectId, remote, null, signal),
    fileCommands: openFileCommands({
      runtime,
      equipment,
      newId,
      catalog: models.catalog,
      home: paths.home,
      signal: scope.signal,
    }),
    tools: equipment.forScripts,
    folders: paths,
    git,
    files: shell.files,
    notify: notifyUnlessOff({ settings }, shell.notify),
    permissionMode: () => settings.current().permissionMode,
    locale,
  })
}

type Triggering = { readonly worked: Worked; readonly workflows: ReturnType<typeof openWorkflows> }

/** Opens triggers, whose runs are chats and workflow runs. */
function triggersOf({ shell }: AppDeps, ground: Ground, services: Services, triggering: Triggering) {
  const { clock, newId, logger, tell, hear, git, storage, settings, scope } = ground
  const { projects, models, vault } = services
  const { equipment, runtime, locale } = triggering.worked
  const { workflows } = triggering
  return openTriggerRoom({
    storage,
    projects,
    vault,
    scope,
    tell,
    hear,
    clock,
    newId,
    logger,
    git,
    settings,
    runtime,
    locale,
    catalog: models.catalog,
    agents: equipment.definitions.agents,
    workflows: workflows.workflows,
    saved: workflows.saved,
    workflowRows: workflows.rows,
    notify: notifyUnlessOff({ settings }, shell.notify),
  })
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
