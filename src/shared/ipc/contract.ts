import type { z } from 'zod'
import type { ParsedRequestOf, RequestOf, ResponseOf } from './call.ts'
import { ACCESS_CALLS } from './calls/access-calls.ts'
import { AGENT_CALLS } from './calls/agent-calls.ts'
import { APP_CALLS } from './calls/app-calls.ts'
import { ATTEMPT_CALLS } from './calls/attempt-calls.ts'
import { AUDIT_CALLS } from './calls/audit-calls.ts'
import { CHANGE_CALLS } from './calls/change-calls.ts'
import { CHECKPOINT_CALLS } from './calls/checkpoint-calls.ts'
import { CONTEXT_CALLS } from './calls/context-calls.ts'
import { DIAGNOSTIC_CALLS } from './calls/diagnostic-calls.ts'
import { EXTENSION_CALLS } from './calls/extension-calls.ts'
import { FOLDER_CALLS } from './calls/folder-calls.ts'
import { FORGE_CALLS } from './calls/forge-calls.ts'
import { GIT_QUESTION_CALLS } from './calls/git-question-calls.ts'
import { HANDED_FILE_CALLS } from './calls/handed-file-calls.ts'
import { HOME_CALLS } from './calls/home-calls.ts'
import { HOOK_CALLS } from './calls/hook-calls.ts'
import { INBOX_CALLS } from './calls/inbox-calls.ts'
import { JOB_CALLS } from './calls/job-calls.ts'
import { KNOWLEDGE_CALLS } from './calls/knowledge-calls.ts'
import { MCP_APP_CALLS } from './calls/mcp-app-calls.ts'
import { MCP_CALLS } from './calls/mcp-calls.ts'
import { MEMORY_CALLS } from './calls/memory-calls.ts'
import { MODEL_CALLS } from './calls/model-calls.ts'
import { PLUGIN_CALLS } from './calls/plugin-calls.ts'
import { PROBLEM_CALLS } from './calls/problem-calls.ts'
import { PROCESS_CALLS } from './calls/process-calls.ts'
import { PROJECT_CALLS } from './calls/project-calls.ts'
import { PROJECT_FILE_CALLS } from './calls/project-file-calls.ts'
import { PULL_CALLS } from './calls/pull-calls.ts'
import { REPORT_CALLS } from './calls/report-calls.ts'
import { SANDBOX_CALLS } from './calls/sandbox-calls.ts'
import { SEARCH_CALLS } from './calls/search-calls.ts'
import { SESSION_CALLS } from './calls/session-calls.ts'
import { SESSION_FILE_CALLS } from './calls/session-file-calls.ts'
import { SETTINGS_CALLS } from './calls/settings-calls.ts'
import { SIDE_QUERY_CALLS } from './calls/side-query-calls.ts'
import { STATUS_LINE_CALLS } from './calls/status-line-calls.ts'
import { TEAM_CALLS } from './calls/team-calls.ts'
import { TERMINAL_CALLS } from './calls/terminal-calls.ts'
import { TRIGGER_CALLS } from './calls/trigger-calls.ts'
import { USAGE_CALLS } from './calls/usage-calls.ts'
import { VAULT_CALLS } from './calls/vault-calls.ts'
import { WEB_CALLS } from './calls/web-calls.ts'
import { WORKFLOW_CALLS } from './calls/workflow-calls.ts'
import { WORKTREE_CALLS } from './calls/worktree-calls.ts'

/** Every call a window can make. There is no other way into main. */
export const CONTRACT = {
  ...APP_CALLS,
  ...DIAGNOSTIC_CALLS,
  ...AUDIT_CALLS,
  ...ACCESS_CALLS,
  ...REPORT_CALLS,
  ...HOME_CALLS,
  ...STATUS_LINE_CALLS,
  ...SETTINGS_CALLS,
  ...PROJECT_CALLS,
  ...PROJECT_FILE_CALLS,
  ...HANDED_FILE_CALLS,
  ...FOLDER_CALLS,
  ...SESSION_CALLS,
  ...SESSION_FILE_CALLS,
  ...SIDE_QUERY_CALLS,
  ...SEARCH_CALLS,
  ...MODEL_CALLS,
  ...VAULT_CALLS,
  ...WORKFLOW_CALLS,
  ...AGENT_CALLS,
  ...CHECKPOINT_CALLS,
  ...CHANGE_CALLS,
  ...GIT_QUESTION_CALLS,
  ...PROBLEM_CALLS,
  ...PULL_CALLS,
  ...FORGE_CALLS,
  ...CONTEXT_CALLS,
  ...MEMORY_CALLS,
  ...HOOK_CALLS,
  ...EXTENSION_CALLS,
  ...PLUGIN_CALLS,
  ...MCP_CALLS,
  ...MCP_APP_CALLS,
  ...KNOWLEDGE_CALLS,
  ...INBOX_CALLS,
  ...TEAM_CALLS,
  ...PROCESS_CALLS,
  ...JOB_CALLS,
  ...TRIGGER_CALLS,
  ...WEB_CALLS,
  ...SANDBOX_CALLS,
  ...USAGE_CALLS,
  ...TERMINAL_CALLS,
  ...WORKTREE_CALLS,
  ...ATTEMPT_CALLS,
} as const

export type Contract = typeof CONTRACT
export type CallName = keyof Contract
export type CallRequest<N extends CallName> = RequestOf<Contract[N]>
export type CallResponse<N extends CallName> = ResponseOf<Contract[N]>

/** One function per line of the contract; the compiler finds the missing half. */
export type Handlers = {
  readonly [N in CallName]: (
    request: ParsedRequestOf<Contract[N]>,
    caller: Caller,
  ) => CallResponse<N> | Promise<CallResponse<N>>
}

/** The window that sent the call. `isCommandLine`: a command line of the same user sent it, and no page. */
export type Caller = { readonly windowId: number; readonly isCommandLine?: true }

/** The request schema of a call, or null for a name that is not in the contract. */
export function requestSchemaOf(name: string): z.ZodType | null {
  return Object.hasOwn(CONTRACT, name) ? CONTRACT[name as CallName].request() : null
}
