import { expect, it } from 'vitest'
import type { ProjectId, SessionId, TriggerId } from '#shared/ids.ts'
import { PERMISSION_MODES } from '#shared/permission/modes.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { Trigger, TriggerDraft, TriggerListing } from '#shared/trigger/trigger.ts'
import { judge } from '../permission/judge.ts'
import type { ToolContext } from '../tool.ts'
import { createCronTools } from './cron-tools.ts'

const PROJECT = 'prj_00000001' as ProjectId
const NINE = Date.parse('2026-01-01T09:00:00Z')
const ARGS = {
  name: 'Checks',
  schedule: '0 9 * * *',
  prompt: 'Check the project.',
  max_usd: 0.5,
  max_minutes: 10,
  max_runs_per_day: 2,
}

function open(projectId: ProjectId | null = PROJECT) {
  const stored: Trigger[] = []
  const tools = createCronTools({
    projectOf: () => projectId,
    list: () =>
      stored.map((trigger): TriggerListing => {
        const week = { runs: 0, failed: 0, usd: 0 }
        return { trigger, nextAt: NINE, dayAhead: [], last: null, waiting: false, week, address: null }
      }),
    nextTimes: () => [NINE],
    create: async (draft: TriggerDraft) => {
      const made: Trigger = {
        ...draft,
        id: 'trg_00000001' as TriggerId,
        enabled: true,
        enabledAt: 0,
        paused: null,
        fullAccess: false,
        createdBy: 'agent',
        createdAt: 0,
      }
      stored.push(made)
      return made
    },
    remove: async (id) => void stored.splice(stored.findIndex((each) => each.id === id)),
  })
  const context = { sessionId: 'ses_00000001' as SessionId } as ToolContext
  const signal = new AbortController().signal
  const opened = (name: string, args: unknown) => {
    const call = tools.find((tool) => tool.name === name)?.open(args)
    if (call?.ok !== true) throw new Error(call?.problem ?? 'no such tool')
    return call.call
  }
  return {
    stored,
    plan: (name: string, args: unknown) => opened(name, args).plan(context, signal),
    run: async (name: string, args: unknown) => (await opened(name, args).run(context, signal, null)).text,
    problem: (args: unknown) => {
      const call = tools[0]?.open(args)
      return call?.ok === false ? call.problem : null
    },
  }
}

it('creates, lists and deletes a schedule', async () => {
  const { run, stored } = open()
  expect(await run('cron_create', ARGS)).toContain('Next run: 2026-01-01 09:00 UTC')
  expect(stored[0]).toMatchObject({
    createdBy: 'agent',
    permissionMode: 'ask',
    missed: 'skip',
    caps: { maxUsd: 0.5, maxMinutes: 10, maxRuns: 2, overlap: false },
  })
  expect(await run('cron_list', {})).toBe(
    'trg_00000001 Checks: 0 9 * * * (UTC); next 2026-01-01 09:00 UTC; never ran',
  )
  expect(await run('cron_delete', { id: 'trg_00000001' })).toContain('Checks is deleted')
  expect(await run('cron_list', {})).toBe('This project has no triggers.')
})

it.each(['max_usd', 'max_minutes', 'max_runs_per_day'])('demands the cap %s', (cap) => {
  const { problem } = open()
  const without = Object.fromEntries(Object.entries(ARGS).filter(([name]) => name !== cap))
  expect(problem(without)).toContain(cap)
})

it('offers no Full access', () => {
  expect(open().problem({ ...ARGS, mode: 'bypass' })).toContain('mode')
})

it('shows the whole trigger before it is created', async () => {
  const { preview } = await open().plan('cron_create', ARGS)
  expect(preview).toEqual({
    kind: 'args',
    text: [
      'Checks: 0 9 * * * (UTC)',
      'Next runs: 2026-01-01 09:00 UTC',
      'Caps: $0.5 and 10 minutes a run, 2 runs a day, so at most $1.00 a day',
      'Permissions: ask',
      '',
      'Check the project.',
    ].join('\n'),
  })
})

it('asks in every mode, and no rule or earlier answer changes that', async () => {
  const { plan, run } = open()
  await run('cron_create', ARGS)
  const rules: readonly PermissionRule[] = [
    { tool: '*', action: 'allow' },
    { tool: 'cron_create', action: 'allow' },
    { tool: 'cron_create', pattern: '*', action: 'allow' },
    { tool: 'cron_delete', pattern: 'cron_delete *', action: 'allow' },
  ]
  for (const [tool, args] of [
    ['cron_create', ARGS],
    ['cron_delete', { id: 'trg_00000001' }],
  ] as const) {
    const { acts } = await plan(tool, args)
    const verdicts = PERMISSION_MODES.map((mode) => {
      const standing = { mode, rules: [rules], grants: rules, home: '/home/p', sandboxed: true as const }
      return [mode, judge({ ...standing, tool, acts }).verdict]
    })
    expect(Object.fromEntries(verdicts)).toEqual({
      ask: 'ask',
      accept_edits: 'ask',
      plan: 'deny',
      bypass: 'ask',
    })
    expect(acts.map(({ proposedRule }) => proposedRule)).toEqual([null])
  }
})

it('needs a project and a trigger of it', async () => {
  await expect(open(null).plan('cron_create', ARGS)).rejects.toThrow('belongs to no project')
  await expect(open().plan('cron_delete', { id: 'trg_00000009' })).rejects.toThrow('no trigger')
})
