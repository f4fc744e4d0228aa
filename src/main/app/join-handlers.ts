import { homedir } from 'node:os'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { AppDeps } from '../app-port.ts'
import { lastChatOf, undrawnChatOf } from '../chats/last-chat.ts'
import { type MainLocale, mainLocale } from '../chats/main-locale.ts'
import { createAuditRows } from '../diagnostics/audit/rows.ts'
import { hasSecurityUpdates } from '../diagnostics/electron-support.ts'
import { createAccessHandlers } from '../handlers/access-handlers.ts'
import { createAppHandlers } from '../handlers/app-handlers.ts'
import { createAttemptHandlers } from '../handlers/attempt-handlers.ts'
import { createAuditHandlers } from '../handlers/audit-handlers.ts'
import { createChangeHandlers } from '../handlers/change-handlers.ts'
import { createExtensionHandlers } from '../handlers/extension-handlers.ts'
import { createForgeHandlers } from '../handlers/forge-handlers.ts'
import { createGitQuestionHandlers } from '../handlers/git-question-handlers.ts'
import { createHandedFileHandlers } from '../handlers/handed-file-handlers.ts'
import { createHookHandlers } from '../handlers/hook-handlers.ts'
import { createInboxHandlers } from '../handlers/inbox-handlers.ts'
import { createJobHandlers } from '../handlers/job-handlers.ts'
import { createKnowledgeHandlers } from '../handlers/knowledge-handlers.ts'
import { createMcpAppHandlers } from '../handlers/mcp-app-handlers.ts'
import { createMcpHandlers } from '../handlers/mcp-handlers.ts'
import { createMemoryHandlers } from '../handlers/memory-handlers.ts'
import { createModelHandlers } from '../handlers/model-handlers.ts'
import { createPluginHandlers } from '../handlers/plugin-handlers.ts'
import { createProblemHandlers } from '../handlers/problem-handlers.ts'
import { createProcessHandlers } from '../handlers/process-handlers.ts'
import { createProjectFileHandlers } from '../handlers/project-file-handlers.ts'
import { createPullHandlers } from '../handlers/pull-handlers.ts'
import { createSandboxHandlers } from '../handlers/sandbox-handlers.ts'
import { createSettingsHandlers } from '../handlers/settings-handlers.ts'
import { createSideQueryHandlers } from '../handlers/side-query-handlers.ts'
import { createTerminalHandlers } from '../handlers/terminal-handlers.ts'
import { createTriggerHandlers } from '../handlers/trigger-handlers.ts'
import { createUsageHandlers } from '../handlers/usage-handlers.ts'
import { createVaultHandlers } from '../handlers/vault-handlers.ts'
import { createWebHandlers } from '../handlers/web-handlers.ts'
import { createWorkflowHandlers } from '../handlers/workflow-handlers.ts'
import { createWorktreeHandlers } from '../handlers/worktree-handlers.ts'
import { systemClock } from '../lib/clock.ts'
import type { Scope } from '../lib/scope.ts'
import { createTurnSums } from '../log/turn-sums.ts'
import { writeNamed } from '../turn-setup/requests/request-copies.ts'
import { createFiguresOfProviders } from '../usage/figures-of-providers.ts'
import { createClipboardWithExpiry } from '../vault/clipboard-with-expiry.ts'
import type { LaunchNamed } from '../workflows/chat/launch-named.ts'
import { accessIn } from './access-in.ts'
import { diagnosticsIn, healthIn } from './diagnostics-in.ts'
import { homeDataIn } from './home-data-in.ts'
import type { InWindow } from './in-window.ts'
import { agentHandlers, teamHandlers } from './join-agent-handlers.ts'
import { chatHandlers, modelOfNewChat } from './join-chat-handlers.ts'
import { mcpAppsIn, mcpIn } from './mcp-in.ts'
import { openHandedFiles } from './open-handed-files.ts'
import type { Rooms } from './open-rooms.ts'
import { problemFolder } from './problem-folder.ts'
import { chatInForce, projectsIn } from './projects-in.ts'
import { sideQueriesIn } from './side-queries-in.ts'
import { statusLineIn } from './status-line-in.ts'
import { usageIn } from './usage-in.ts'

type Join = {
  readonly deps: AppDeps
  readonly rooms: Rooms
  readonly scope: Scope
  readonly named: Pick<LaunchNamed, 'takeProject' | 'takeWorkflowRun'>
}

/** Every line of the contract, each answered by the room it belongs to. */
export function joinHandlers({ deps, rooms, scope, named }: Join): Handlers {
  const { shell, logger } = deps
  const { config, models, settings, vault } = rooms
  const { signal } = scope
  const locale = () => mainLocale(settings.current().locale, shell.systemLocale)
  const clipboardFailed = (error: unknown) => logger.error('The clipboard failed', error)
  return {
    ...appHandlers({ deps, rooms, named }),
    ...diagnosticsIn({ deps, rooms }),
    ...statusLineIn({ deps, rooms, signal }),
    ...createSettingsHandlers({
      config,
      settings,
      higher: rooms.layers,
      configFile: rooms.paths.config,
      projectSettings: rooms.runtime.projectSettings,
      ofChat: chatInForce(rooms),
      folderOf: async (id) => (await rooms.projects.get(id)).path,
    }),
    ...projectsIn({ rooms, pickFolder: shell.pickFolder, signal }),
    ...createProjectFileHandlers({ files: rooms.projectFiles, shell, signal }),
    ...createHandedFileHandlers(openHandedFiles(rooms, shell)),
    ...createPullHandlers({ pulls: rooms.pulls, watches: rooms.pullWatches, signal }),
    ...createForgeHandlers(rooms.forge, signal),
    ...createGitQuestionHandlers(rooms.gitQuestions),
    ...createChangeHandlers({ changes: rooms.changes, shell, signal }),
    ...createProblemHandlers({
      checks: rooms.problems.checks,
      listing: rooms.problems.listing,
      turnServer: rooms.problems.turnServer,
      folderOf: problemFolder(rooms),
      shell,
    }),
    ...createAttemptHandlers(rooms),
    ...createWorktreeHandlers({
      worktrees: rooms.worktrees.tasks,
      chats: rooms.worktrees.chats,
      projects: rooms.projects,
      sessions: rooms.runtime.sessions,
      modelOfNewChat: modelOfNewChat(rooms),
      signal,
    }),
    ...createHookHandlers(rooms.hooks),
    ...createExtensionHandlers({ shell, folders: rooms.paths }),
    ...pluginsIn(deps, rooms, locale),
    ...createMcpHandlers(mcpIn(rooms, { shell, logger, signal })),
    ...createMcpAppHandlers(mcpAppsIn(rooms, { shell, signal })),
    ...createModelHandlers({
      catalog: models.catalog,
      connection: models.connection,
      keySignIn: models.keySignIn,
      chatGpt: models.chatGpt,
      lookForServers: models.lookForServers,
      config,
      signal,
      figuresOfProviders: figuresIn(rooms),
      modelOfNewChat: modelOfNewChat(rooms),
    }),
    ...createVaultHandlers({
      vault,
      locale,
      signal,
      confirm: shell.confirm,
      copyForAWhile: createClipboardWithExpiry(shell, scope, clipboardFailed),
    }),
    ...agentHandlers({ deps, rooms, signal }),
    ...createInboxHandlers(rooms),
    ...createAccessHandlers(accessIn(rooms)),
    ...homeDataIn({ deps, rooms, signal }),
    ...createAuditHandlers({ audit: createAuditRows(rooms.storage.db), shell, write: writeNamed }),
    ...teamHandlers({ rooms, signal }),
    ...createSideQueryHandlers(sideQueriesIn(rooms)),
    ...createTriggerHandlers({ triggers: rooms.triggers, confirm: shell.confirm, locale }),
    ...createUsageHandlers(usageIn(rooms, shell)),
    ...createProcessHandlers(rooms),
    ...createTerminalHandlers(rooms),
    ...createWebHandlers({ config }),
    ...createJobHandlers({ jobs: rooms.jobs.jobs, shell }),
    ...createSandboxHandlers({ sandbox: rooms.sandbox, signal }),
    ...memoryHandlers({ deps, rooms }),
    ...knowledgeHandlers({ deps, rooms }),
    ...workflowHandlers({ deps, rooms, signal }),
    ...chatHandlers({ deps, rooms, signal }),
  }
}

/** Answers calls about the app itself. */
function appHandlers({ deps: { shell, logger }, rooms, named }: Omit<Join, 'scope'>) {
  const { config, models, projects, settings, storage, vault } = rooms
  return createAppHandlers({
    shell,
    logger,
    settings,
    resumeTeams: rooms.teams.resume,
    openProject: named.takeProject,
    openWorkflowRun: named.takeWorkflowRun,
    logsFolder: rooms.paths.logs,
    folders: rooms.paths,
    configFile: config.file,
    keyChanges: () => config.current().keys ?? {},
    home: homedir(),
    projects: projects.list,
    folderOf: async (id) => (await projects.get(id)).path,
    models: models.catalog.list,
    vaultStatus: vault.status,
    configProblem: config.problem,
    lastChat: () => lastChatOf({ settings, folds: storage.store.folds, draftOf: rooms.drafts.get }),
    undrawnChat: () => undrawnChatOf({ settings, folds: storage.store.folds }),
    oldElectron: () => {
      const { electronVersion } = shell
      const isDismissed = settings.dismissedElectron() === electronVersion
      return isDismissed || hasSecurityUpdates(electronVersion) ? null : electronVersion
    },
    dismissOldElectron: () => settings.dismissElectron(shell.electronVersion),
    health: healthIn({ shell, rooms }),
  })
}

/** Answers calls about memory. */
function memoryHandlers({ deps: { shell }, rooms }: Omit<InWindow, 'signal'>) {
  const { config, projects } = rooms
  return createMemoryHandlers({
    acquaint: rooms.memory.acquaint,
    notes: rooms.memory.notes,
    memory: rooms.memory.memory,
    pairs: rooms.memory.pairs,
    proposals: rooms.memory.proposals,
    stores: rooms.memory.stores,
    reading: rooms.memory.reading,
    search: rooms.memory.search,
    transfer: rooms.memory.transfer,
    uses: rooms.memory.uses,
    projects,
    shell,
    config,
    embedding: rooms.vectors,
    readMeaning: rooms.vectors.readMeaning,
    looks: rooms.looks,
    projectSettings: rooms.runtime.projectSettings,
  })
}

/** Answers calls about pages. */
function knowledgeHandlers({ deps: { shell }, rooms }: Omit<InWindow, 'signal'>) {
  const { projects } = rooms
  return createKnowledgeHandlers({
    acquaint: rooms.knowledge.acquaint,
    pages: rooms.knowledge.pages,
    search: rooms.knowledge.search,
    folders: rooms.knowledge.folders,
    reading: rooms.knowledge.reading,
    projects,
    shell,
    readMeaning: rooms.vectors.readMeaning,
  })
}

/** Answers calls about workflows. */
function workflowHandlers({ deps: { shell }, rooms, signal }: InWindow) {
  const { projects, storage } = rooms
  return createWorkflowHandlers({
    saveScript: rooms.workflows.saveScript,
    workflows: rooms.workflows.workflows,
    saved: rooms.workflows.saved,
    rows: rooms.workflows.rows,
    write: rooms.workflows.write,
    imports: rooms.workflows.imports,
    warm: rooms.workflows.warm,
    drafts: rooms.definitionDrafts,
    signal,
    projects,
    shell,
    log: rooms.runtime.log,
    pathOf: storage.paths.of,
  })
}

/** Returns the speed and the cost of providers, from the log. */
function figuresIn({ storage, models: { catalog } }: Rooms) {
  return createFiguresOfProviders({ turnSums: createTurnSums(storage.db), catalog, clock: systemClock })
}

function pluginsIn({ shell, holder }: AppDeps, { plugins }: Rooms, locale: () => MainLocale) {
  return createPluginHandlers({ plugins, shell, locale, hasWindow: holder === 'window' })
}
