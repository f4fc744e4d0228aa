import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import { costOfRun } from '#shared/model/cost.ts'
import type { Trigger } from '#shared/trigger/trigger.ts'
import type { Agents } from '../../agents/definitions/agents.ts'
import type { MainLocale } from '../../chats/main-locale.ts'
import type { Settings } from '../../config/settings.ts'
import type { Git } from '../../git/start-git.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Catalog } from '../../models/catalogue/catalog.ts'
import type { Projects } from '../../projects/registry.ts'
import { globTest } from '../../tools/search/glob-pattern.ts'
import { type OpenTriggers, openTriggers } from '../../triggers/open-triggers.ts'
import { watchFolders } from '../../triggers/sources/watch-folders.ts'
import { failureWords } from '../../triggers/trigger-words.ts'
import { createChatModel } from '../../turn-setup/settings/chat-model.ts'
import type { Vault } from '../../vault/vault.ts'
import type { WorkflowRows } from '../../workflows/host/rows.ts'
import type { SavedWorkflows } from '../../workflows/host/saved-workflows.ts'
import type { Workflows } from '../../workflows/host/workflows.ts'
import type { Storage } from '../storage/open-storage.ts'
import type { Runtime } from './runtime/open-runtime.ts'

type Deps = {
  readonly storage: Storage
  readonly runtime: Runtime
  readonly projects: Projects
  readonly vault: Vault
  readonly catalog: Catalog
  readonly agents: Agents
  readonly workflows: Workflows
  readonly saved: SavedWorkflows
  readonly workflowRows: WorkflowRows
  readonly git: Git
  readonly settings: Pick<Settings, 'webhookPort' | 'setWebhookPort'>
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  readonly scope: Scope
  readonly tell: (event: AppEvent) => void
  readonly hear: (listener: (event: AppEvent) => void) => () => void
  readonly notify: (title: string, body: string, chosen: () => void) => void
  readonly locale: () => MainLocale
}

/** Opens triggers, whose runs are chats and workflow runs. */
export function openTriggerRoom(deps: Deps): OpenTriggers {
  const { storage, runtime, projects, catalog, settings, logger, scope } = deps
  const { sessions, lane } = runtime
  const triggers = openTriggers({
    projects,
    sessions,
    lane,
    logger,
    db: storage.db,
    clock: deps.clock,
    newId: deps.newId,
    signal: scope.signal,
    git: deps.git,
    vault: deps.vault,
    folds: runtime.log.folds,
    commit: storage.disk.commit,
    modelOfNewChat: createChatModel({
      catalog,
      projects,
      agents: deps.agents,
      settings: runtime.projectSettings,
    }),
    findWorkflow: async (projectId, name, source) => {
      const found = await deps.saved.find(projectId, name, source)
      if (found.problem !== null) throw AppError.from(found.problem)
      return found
    },
    workflows: deps.workflows,
    workflowRun: deps.workflowRows.get,
    stopChat: lane.stop,
    costOf: (run) => costOfRun(run, catalog.infoOf),
    watch: (folders, changed) => watchFolders(folders, changed, logger),
    matches: globTest,
    port: { before: settings.webhookPort, keep: settings.setWebhookPort },
    tell: deps.tell,
    hear: deps.hear,
    subscribe: storage.bus.subscribe,
    notify: (trigger: Trigger, isPaused) => {
      const { title, body } = failureWords(deps.locale(), trigger, isPaused)
      deps.notify(title, body, () => deps.tell({ kind: 'open.triggers' }))
    },
  })
  scope.add(triggers.close)
  return triggers
}
