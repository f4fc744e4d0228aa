import { join } from 'node:path'
import type { RemoteSkillRef } from '#shared/agent/skill.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProjectId, WorkflowRunId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { mayAct } from '#shared/project/trust.ts'
import { englishOf } from '#shared/sentences.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import type { createFileCommands } from '../../agents/chats/file-commands.ts'
import { createSkillCommands } from '../../agents/chats/skill-commands.ts'
import type { Agents } from '../../agents/definitions/agents.ts'
import type { ProgramFiles } from '../../app-port.ts'
import type { MainLocale } from '../../chats/main-locale.ts'
import { projectPaths } from '../../config/paths.ts'
import { ownToolNames } from '../../extensions/foreign/tool-names.ts'
import type { Skills } from '../../extensions/skills/skills.ts'
import type { Git } from '../../git/start-git.ts'
import type { Clock } from '../../lib/clock.ts'
import { sha256 } from '../../lib/fingerprint.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'
import { schedule } from '../../log/delivery/schedule.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import type { ThreadRegistry } from '../../processes/threads.ts'
import type { Projects } from '../../projects/registry.ts'
import { createTrustOfFolders } from '../../projects/trust-of-folders.ts'
import type { Tool } from '../../tools/tool.ts'
import { createAgentSettings } from '../../workflows/chat/agent-settings.ts'
import { createLaunchContext } from '../../workflows/chat/launch-context.ts'
import { createRunFiles } from '../../workflows/chat/run-files.ts'
import { createRunImports } from '../../workflows/chat/run-imports.ts'
import { createRunNote } from '../../workflows/chat/run-note.ts'
import { createScriptSaving } from '../../workflows/chat/save-script.ts'
import { createSessionNotices, type SessionNotices } from '../../workflows/chat/session-notices.ts'
import { createSlashCommands } from '../../workflows/chat/slash-commands.ts'
import { createChatWorkflows } from '../../workflows/chat/workflow-from-chat.ts'
import {
  unwrittenNotice,
  warnNotice,
  workflowEnding,
  workflowNotice,
} from '../../workflows/chat/workflow-words.ts'
import { createEngine } from '../../workflows/engine/engine.ts'
import {
  type AgentPlace,
  type AgentRunnerDeps,
  createAgentRunner,
} from '../../workflows/host/agent-runner.ts'
import { exportRun } from '../../workflows/host/export-run.ts'
import { createRunImport } from '../../workflows/host/import-runs.ts'
import { createWorkflowRows, type WorkflowRows } from '../../workflows/host/rows.ts'
import { createSavedWorkflows } from '../../workflows/host/saved-workflows.ts'
import { compileQuickJs } from '../../workflows/host/scripts/quickjs-wasm.ts'
import { createScriptHost } from '../../workflows/host/scripts/script-host.ts'
import { createUsedBefore } from '../../workflows/host/used-before.ts'
import { createWorkflows } from '../../workflows/host/workflows.ts'
import { createWorktrees } from '../../worktrees/script-worktrees.ts'
import type { Storage } from '../storage/open-storage.ts'
import type { Runtime } from './runtime/open-runtime.ts'

type Deps = {
  readonly storage: Storage
  readonly runtime: Runtime
  readonly projects: Projects
  /** Returns the permission mode of new chats. */
  readonly permissionMode: () => PermissionMode
  readonly catalog: Catalog
  readonly agents: Agents
  readonly skills: Skills
  readonly loadSkill: (projectId: ProjectId, remote: RemoteSkillRef, signal: AbortSignal) => Promise<string>
  readonly fileCommands: ReturnType<typeof createFileCommands>
  readonly tools: readonly Tool[]
  readonly folders: { readonly workflows: string; readonly data: string }
  readonly git: Git
  readonly files: ProgramFiles
  readonly threads: ThreadRegistry
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  readonly scope: Scope
  readonly tell: (event: AppEvent) => void
  /** Shows a notice on the desktop when no window is looked at. */
  readonly notify: (title: string, body: string, chosen: () => void) => void
  readonly locale: () => MainLocale
}

/** Creates `/name` for skills. */
function skillCommandsOf({ skills, loadSkill, runtime, newId }: Deps) {
  return createSkillCommands({ skillsOf: skills.of, load: loadSkill, lane: runtime.lane, newId })
}

/** The opened workflows. */
export type OpenedWorkflows = ReturnType<typeof openWorkflows>

/** The workflow engine on this app: its agents are runs, its journal is in the database. */
export function openWorkflows(deps: Deps) {
  const { storage, runtime, projects, clock, newId, logger } = deps
  const rows = createWorkflowRows(storage.db)
  const { scripts, engine, saved } = openScripts(deps)
  const note = openNotes(deps)
  const { worktrees, agentsFor } = openAgents(deps, note)
  const log = { ...runtime.log, publish: storage.bus.publish }
  const notices = createSessionNotices({
    log,
    activeRun: runtime.lane.activeRun,
    subscribe: storage.bus.subscribe,
    report: (error) => logger.error('A notice could not be put into its chat yet', error),
  })
  deps.scope.add(notices.close)
  const shown = { open: (_id: WorkflowRunId): void => {} }
  const write = (run: WorkflowRunDetail) => exported(deps, rows, run)
  const files = openRunFiles(deps, write)
  deps.scope.add(files.idle)
  const workflows = createWorkflows({
    engine,
    rows,
    clock,
    newId,
    logger,
    schedule,
    log,
    commit: storage.disk.commit,
    sessions: runtime.sessions,
    supervisor: runtime.supervisor,
    agentsFor,
    libraryFor: saved.libraryFor,
    usedBefore: createUsedBefore({ runsBelow: storage.reader.runsBelow, modelOf: deps.catalog.infoOf }),
    defaultModel: deps.catalog.defaultRef,
    trusts: async (projectId) => mayAct(await projects.get(projectId)),
    listed: (listing) => deps.tell({ kind: 'workflow.listed', listing }),
    warned: (run, runId) => {
      const { title, body, said } = warnNotice(deps.locale(), run)
      note({ sessionId: run.sessionId, runId }, { text: englishOf(said), said }, 'warn')
      deps.notify(title, body, () => shown.open(run.id))
    },
    ended: (run) => {
      tellLauncher(deps, { rows, notices }, run)
      const { title, body } = workflowNotice(deps.locale(), run)
      deps.notify(title, body, () => shown.open(run.id))
      files.write(run)
    },
  })
  deps.scope.add(workflows.close)
  const ceilings = runtime.projectSettings.chatCeilings
  const commands = createSlashCommands({
    saved,
    workflows,
    notices,
    ceilings,
    locale: deps.locale,
    skills: skillCommandsOf(deps),
    files: deps.fileCommands,
  })
  const imports = runImports(deps, rows)
  deps.scope.add(imports.idle)
  return {
    workflows,
    saved,
    rows,
    write,
    commands,
    imports,
    warm: scripts.warm,
    saveScript: createScriptSaving({ projects, folder: deps.folders.workflows }),
    fromChat: createChatWorkflows({
      saved,
      workflows,
      ceilings,
      warm: () =>
        void scripts.warm().catch((error: unknown) => logger.error('A sandbox could not be started', error)),
      sessionOf: (id) => runtime.sessions.get(id),
    }),
    /** Marks what was running when the app was killed as interrupted. Answers with how many runs that were. */
    recover: (): number => {
      const cut = workflows.recover()
      for (const run of cut) files.write(run)
      return cut.length
    },
    /** Until then a notice on the desktop leads nowhere. */
    leadTo: (open: (id: WorkflowRunId) => void): void => {
      shown.open = open
    },
    tidy: worktrees.tidy,
    /** Tells chats of what ended without their notice being stored, because the app ended first. */
    tellEnded: () => {
      for (const run of rows.untold()) tellLauncher(deps, { rows, notices }, run)
    },
  }
}

/** The engine, the sandbox its scripts run in, and the scripts that can be started by name. */
function openScripts({ files, folders, projects, threads, clock, logger, scope }: Deps) {
  const scripts = createScriptHost({
    worker: files.scriptWorker,
    compile: compileQuickJs,
    watch: threads.watch('script'),
    clock,
    logger,
  })
  scope.add(scripts.close)
  const saved = createSavedWorkflows({
    bundled: files.workflows,
    user: folders.workflows,
    ofProject: async (id) => {
      if (!(await projects.mayRunCode(id))) return []
      const paths = projectPaths((await projects.get(id)).path)
      return [paths.workflows, ...paths.foreign.workflows]
    },
  })
  return { scripts, saved, engine: createEngine({ clock, hash: sha256, scripts, logger }) }
}

/** Opens the export of ended runs into their projects, with a notice on failure. */
function openRunFiles({ tell, locale, logger }: Deps, write: (run: WorkflowRunDetail) => Promise<string>) {
  return createRunFiles({
    write,
    logger,
    failed: (run, reason) =>
      tell({ kind: 'notice', level: 'warn', text: unwrittenNotice(locale(), run, reason) }),
  })
}

function openNotes({ storage, runtime, clock, logger }: Deps) {
  return createRunNote({
    publish: storage.bus.publish,
    folds: runtime.log.folds,
    now: clock.now,
    report: (error) => logger.error('A line for the log of a workflow run could not be stored', error),
  })
}

type RunNote = ReturnType<typeof openNotes>

/** Opens the agents of scripts as runs, with their worktrees. */
function openAgents(deps: Deps, note: RunNote) {
  const { storage, runtime, newId, logger } = deps
  const worktrees = createWorktrees({
    folder: join(deps.folders.data, 'worktrees'),
    name: () => newId('run'),
    git: deps.git,
    isTrusted: createTrustOfFolders(deps.projects),
    logger,
  })
  const runner: AgentRunnerDeps = {
    log: runtime.log,
    sessions: runtime.sessions,
    supervisor: runtime.supervisor,
    worktrees,
    permissionMode: deps.permissionMode,
    pathOf: storage.paths.of,
    subscribe: storage.bus.subscribe,
    modelOf: deps.catalog.infoOf,
    note,
    settingFor: createAgentSettings({
      runtime,
      agents: deps.agents,
      catalog: deps.catalog,
      tools: deps.tools,
      ownToolNames,
    }),
    gistFor: createLaunchContext({ log: runtime.log, pathOf: storage.paths.of }),
  }
  return { worktrees, agentsFor: (place: AgentPlace) => createAgentRunner(runner, place) }
}

type Telling = { readonly rows: WorkflowRows; readonly notices: SessionNotices }

/**
 * Delivers the end of a run to its launching chat exactly once: the delivery is stored together with the
 * notice.
 */
function tellLauncher({ runtime, locale }: Deps, { rows, notices }: Telling, run: WorkflowRunDetail): void {
  if (run.launcherSessionId === null) return
  const value = runtime.log.folds(run.sessionId).workflow?.value ?? null
  const stored = () => rows.told(run.id, run.attempt)
  const { text, resultAt } = workflowEnding(locale(), run, value)
  notices.tell(run.launcherSessionId, text, { stored, run: run.id, resultAt })
}

function runImports(deps: Deps, rows: WorkflowRows) {
  const { storage, runtime, projects, catalog, clock, logger } = deps
  return createRunImports({
    get: projects.get,
    take: createRunImport({
      rows,
      clock,
      sessions: runtime.sessions,
      defaultModel: catalog.defaultRef,
      log: { folds: runtime.log.folds, publish: storage.bus.publish },
    }),
    tell: deps.tell,
    locale: deps.locale,
    report: (error) => logger.error('Runs of a project could not be taken over', error),
    signal: deps.scope.signal,
  })
}

async function exported(
  { projects, runtime }: Deps,
  rows: ReturnType<typeof createWorkflowRows>,
  run: WorkflowRunDetail,
) {
  const project = await projects.folderOf(run.projectId as ProjectId)
  const view = runtime.log.folds(run.sessionId).workflow
  return exportRun(projectPaths(project.path).workflowRuns, { run, view, memo: rows.memo(run.id) })
}
