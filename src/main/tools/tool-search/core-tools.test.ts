import { expect, it } from 'vitest'
import { CORE_TOOLS, groupOfTool } from './core-tools.ts'

it('pins the tools that are in the tool list of each request', () => {
  expect([...CORE_TOOLS].toSorted()).toEqual([
    ...['agent', 'ask', 'bash', 'call_tool', 'edit', 'glob', 'grep', 'list', 'memory_save', 'memory_search'],
    ...['notes_set', 'plan', 'propose_plan', 'read', 'retrieve', 'search_tools', 'skill', 'web_fetch'],
    ...['web_search', 'write'],
  ])
})

it('groups the deferred tools of the app', () => {
  const names = [
    'job',
    'stop_agent',
    'workflow',
    'team_create',
    'task_list',
    'memory_get',
    'vault_http',
    'cron_create',
    'new',
  ]
  expect(names.map(groupOfTool)).toEqual([
    ...['programs', 'agents', 'workflows', 'teams', 'teams', 'memory', 'web', 'schedules', 'orrery'],
  ])
})
