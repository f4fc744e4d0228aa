import { homedir } from 'node:os'
import type { ModelInfo } from '#shared/model/model.ts'
import { isPdfMime } from '#shared/session/attachment.ts'
import { chatFoldersOf } from '../../../agents/records/chat-folders.ts'
import { openInstructionUpdates } from '../../../instructions/instruction-updates.ts'
import { nodeRulesDisk } from '../../../instructions/rules-disk.ts'
import { createWorkspaceUpdates } from '../../../instructions/workspace-updates.ts'
import type { RunLog } from '../../../runs/run/run-log.ts'
import { createAttachments } from '../../../runs/turns/attachments.ts'
import { globTest } from '../../../tools/search/glob-pattern.ts'
import { createStepFailedTool } from '../../../tools/step-failed/step-failed.ts'
import type { createJudge } from '../../../turn-setup/judge-calls.ts'
import { createLedgers } from '../../../turn-setup/ledgers.ts'
import type { ProjectSettings } from '../../../turn-setup/settings/project-settings.ts'
import { createTurnWork } from '../../../turn-setup/turn-work.ts'
import { openBridgeSummary } from './open-bridge-summary.ts'
import type { RuntimeDeps } from './runtime-deps.ts'

type TurnWorkDeps = Parameters<typeof createTurnWork>[0]
/** Parts of the runtime that were opened before. */
type Made = Pick<
  TurnWorkDeps,
  | 'inbox'
  | 'approvals'
  | 'requests'
  | 'sent'
  | 'agentOf'
  | 'scenes'
  | 'compaction'
  | 'notes'
  | 'planRuns'
  | 'hooksOf'
  | 'answerAhead'
  | 'teamMail'
  | 'runAllowances'
> & {
  readonly log: RunLog
  readonly judging: ReturnType<typeof createJudge>
  readonly projectSettings: ProjectSettings
  readonly supervisor: Parameters<typeof openBridgeSummary>[0]['supervisor']
}

/** Opens the turns of runs: each gets its agent, model, tools, limits and requests. */
export function openTurnWork(deps: RuntimeDeps, made: Made) {
  const { log } = made
  const ledgerOf = createLedgers()
  return createTurnWork({
    schemaCheck: async () =>
      (await import('../../../workflows/host/scripts/schema-check.ts')).createSchemaCheck(),
    storage: deps.storage,
    log,
    inbox: made.inbox,
    approvals: made.approvals,
    requests: made.requests,
    sent: made.sent,
    agentOf: made.agentOf,
    clock: deps.clock,
    newId: deps.newId,
    logger: deps.logger,
    scenes: made.scenes,
    catalog: deps.catalog,
    compaction: made.compaction,
    notes: made.notes,
    planRuns: made.planRuns,
    coordinating: deps.equipment.forCoordinators,
    hooksOf: made.hooksOf,
    answerAhead: made.answerAhead,
    ensurePlace: deps.ensurePlace,
    join: deps.join,
    leave: deps.leave,
    editCheck: deps.equipment.problems.editCheck,
    bridgeSummary: openBridgeSummary({
      storage: deps.storage,
      log,
      supervisor: made.supervisor,
      agents: deps.definitions.agents,
      catalog: deps.catalog,
      clock: deps.clock,
      newId: deps.newId,
    }),
    attachments: createAttachments({
      pathOf: (run) => deps.storage.paths.recent(run.sessionId, run.contextId),
      isSent: (run, { mime }) => isPdfMime(mime) && sendsPdfs(deps.catalog.infoOf(run.record().model)),
      textOf: deps.equipment.attachedText,
    }),
    instructionNews: openInstructionUpdates({
      storage: deps.storage,
      definitions: deps.definitions,
      logger: deps.logger,
      log,
      now: deps.clock.now,
    }),
    stepFailedTool: createStepFailedTool(),
    teamMail: made.teamMail,
    readLimits: deps.money.readLimits,
    runAllowances: made.runAllowances,
    projectSettings: made.projectSettings,
    ledgerOf,
    paths: deps.equipment.paths,
    mcpTools: deps.equipment.mcpTools,
    mcpChanges: deps.equipment.mcpChanges,
    placeNews: createWorkspaceUpdates({
      storage: deps.storage,
      agentsFile: deps.agentsFile,
      clock: deps.clock,
      logger: deps.logger,
      log,
      ledgerOf,
      disk: nodeRulesDisk,
      pathTest: globTest,
      foldersOf: (sessionId) => {
        const { session } = log.folds(sessionId)
        return session === null ? [] : chatFoldersOf(log, session)
      },
      home: homedir(),
    }),
    judge: made.judging.judge,
    standing: made.judging.standing,
  })
}

/** Whether requests to a model carry PDFs. The completions protocol has no place for them. */
const sendsPdfs = (model: ModelInfo | null): boolean =>
  model?.pdfs === true && model.api !== 'openai-completions'
