import type { UserConfig } from '#shared/config/config.ts'
import type { DeviceId, SessionId } from '#shared/ids.ts'
import type { MemoryItem } from '#shared/memory/memory.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import type { InboxRouting } from '../../../agents/chats/inbox-routing.ts'
import type { HigherLayers } from '../../../config/layers/config-layers.ts'
import type { FolderFiles } from '../../../config/layers/folder-files.ts'
import type { Git } from '../../../git/start-git.ts'
import type { HookScene } from '../../../hooks/hook.ts'
import type { RunHooks } from '../../../hooks/hooks.ts'
import type { Moment } from '../../../lib/brief-cache.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { NewId } from '../../../lib/ids.ts'
import type { Logger } from '../../../lib/logger.ts'
import type { SecretVariables } from '../../../lib/secret-variables.ts'
import type { ModelRequests } from '../../../log/model-requests.ts'
import type { Recall } from '../../../memory/chats/recall.ts'
import type { Catalog } from '../../../models/catalogue/catalog.ts'
import type { PriorAnswers } from '../../../runs/calls/tool-group.ts'
import type { PayerOf } from '../../../runs/limits/spend-scopes.ts'
import type { GiveStep } from '../../../runs/plans/step-agents.ts'
import type { RunHandle } from '../../../runs/run/run-handle.ts'
import type { Grants } from '../../../tools/grants/grants.ts'
import type { ReadOnlyCommands } from '../../../turn-setup/judge-calls.ts'
import type { ScratchFolders } from '../../../turn-setup/scratch-folders.ts'
import type { Spending } from '../../../usage/spending.ts'
import type { OpenSandbox } from '../../storage/open-sandbox.ts'
import type { Storage } from '../../storage/open-storage.ts'
import type { Definitions } from '../../tools/open-definitions.ts'
import type { RunEquipment } from '../../tools/run-equipment.ts'

/** Dependencies of the runtime. */
export type RuntimeDeps = {
  readonly storage: Storage
  readonly catalog: Catalog
  readonly equipment: RunEquipment
  readonly definitions: Definitions
  readonly grants: Grants
  readonly scratch: Pick<ScratchFolders, 'rules'>
  /** Brings to mind what is remembered about the question of a run. */
  readonly recall: Recall
  /** Returns the person's memory for all projects. */
  readonly userMemory: () => readonly MemoryItem[]
  /** Returns the hooks at a place. */
  readonly hooksAt: (scene: HookScene) => Promise<RunHooks>
  readonly config: () => UserConfig
  /** The settings of the person's file, without the layers above it. */
  readonly ownConfig: () => UserConfig
  readonly higher: HigherLayers
  readonly folderFiles: Pick<FolderFiles, 'readNow' | 'readRecent' | 'moment'>
  readonly secretVariables: Pick<SecretVariables, 'add'>
  /** The cost of requests, of today and of this month. */
  readonly money: {
    readonly spending: Spending
    readonly payerOf: PayerOf
    /** Reads the limits in the file of a session's project again. */
    readonly readLimits: (sessionId: SessionId, since: Moment) => Promise<void>
    readonly requests: Pick<ModelRequests, 'ofChat'>
  }
  readonly sandbox: Pick<OpenSandbox, 'known'>
  /** Returns the person's sandbox settings. */
  readonly sandboxSettings: () => SandboxTable
  /** Makes a chat ready to carry out a plan that was accepted in it. */
  readonly preparePlanRun: (sessionId: SessionId) => Promise<void>
  /** Resumes an agent that the person answered after a restart. */
  readonly resumeAnswered: (record: RunRecord, prior: PriorAnswers) => Promise<void>
  /** Gives a step of a plan to an agent. */
  readonly give: GiveStep
  /** The message routing of agents. */
  readonly inboxRouting: InboxRouting
  /** The policy for read-only commands. */
  readonly reading: ReadOnlyCommands
  /** Waits for the agents that resume together with a run. */
  readonly join: (run: RunHandle) => Promise<void>
  /** Stops the awaited agents of a run that was stopped before it waited for them. */
  readonly leave: (run: RunHandle) => Promise<void>
  /** Moves a session whose worktree is gone to a folder that exists. */
  readonly ensurePlace: (sessionId: SessionId) => Promise<void>
  /** True for words that hold a secret. */
  readonly isSecret: (text: string) => boolean
  readonly deviceId: DeviceId
  /** The person's own rules for every project. */
  readonly agentsFile: string
  readonly git: Pick<Git, 'look'>
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
}
