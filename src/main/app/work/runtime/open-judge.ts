import { homedir } from 'node:os'
import type { SessionId } from '#shared/ids.ts'
import type { Permission, PermissionRule } from '#shared/permission/rule.ts'
import type { RunLog } from '../../../runs/run/run-log.ts'
import type { ToolAct } from '../../../tools/tool.ts'
import { createJudge } from '../../../turn-setup/judge-calls.ts'
import type { SessionAgents } from '../../../turn-setup/session-agents.ts'
import type { ProjectSettings } from '../../../turn-setup/settings/project-settings.ts'
import type { RuntimeDeps } from './runtime-deps.ts'

type ForJudge = {
  readonly log: RunLog
  readonly projectSettings: ProjectSettings
  readonly agentOf: SessionAgents
}

/**
 * Creates the judge of all calls, and one for what a person typed in a chat: as a call of the agent of that chat. `also`
 * are rules for this call only.
 */
export function openJudge(deps: RuntimeDeps, { log, projectSettings, agentOf }: ForJudge) {
  const { grants, scratch, sandbox, reading } = deps
  const judging = createJudge({
    grants,
    scratch,
    sandbox,
    reading,
    log,
    settings: projectSettings,
    home: homedir(),
  })
  const judgeTyped = async (
    sessionId: SessionId,
    tool: string,
    acts: readonly ToolAct[],
    also: readonly PermissionRule[],
  ): Promise<Permission> => {
    const contextId = log.folds(sessionId).session?.meta.activeContextId ?? null
    if (contextId === null) return 'ask'
    return judging.judge(sessionId, tool, acts, await agentOf(sessionId, contextId), also).verdict
  }
  return { judging, judgeTyped }
}
