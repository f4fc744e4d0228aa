import { CALL_TOOL } from '../reading/call-target.ts'

/** The name of the tool that finds tools. */
export const SEARCH_TOOL = 'search_tools'

/**
 * The tools that are in the tool list of each request. All others are deferred: a model finds them by `search_tools` and
 * calls them by `call_tool`, so that their definitions cost nothing until they are needed.
 */
export const CORE_TOOLS: ReadonlySet<string> = new Set([
  ...['read', 'write', 'edit', 'list', 'glob', 'grep', 'bash'],
  ...['ask', 'plan', 'propose_plan', 'agent', 'skill'],
  ...['memory_save', 'memory_search', 'retrieve', 'notes_set'],
  ...['web_fetch', 'web_search'],
  ...[SEARCH_TOOL, CALL_TOOL],
])

/** Groups of the deferred tools of the app, for lists and searches. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  programs: ['job'],
  code: ['code'],
  files: ['present_file', 'notebook_edit'],
  agents: ['stop_agent'],
  workflows: ['workflow'],
  teams: ['team_create', 'team_delete', 'send_message', 'task_create', 'task_update', 'task_list'],
  memory: ['memory_get', 'notes_get', 'notes_list'],
  web: ['vault_http'],
  schedules: ['cron_create', 'cron_list', 'cron_delete'],
}

const GROUP_OF = new Map(
  Object.entries(GROUPS).flatMap(([group, names]) => names.map((name) => [name, group] as const)),
)

/** The group of a tool of the app. */
export const groupOfTool = (name: string): string => GROUP_OF.get(name) ?? 'orrery'
