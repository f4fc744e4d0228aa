import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { ProjectId, TerminalId, TriggerId } from '#shared/ids.ts'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import type { TriggerListing } from '#shared/trigger/trigger.ts'
import { createAccessList, type OpeningAct } from './access-list.ts'

const projectId = ProjectId.parse('prj_00000001')
const PROJECT = {
  id: projectId,
  path: '/p/tide',
  name: 'tide',
  lastOpenedAt: 1,
  missing: false,
  worktreeId: null,
  branch: null,
  trusted: true,
  carriesCode: true,
  gitMayStart: false,
}
const server = (key: string, more: Partial<McpServerListing>) =>
  ({ key, name: key, target: `run ${key}`, projectId: null, enabled: true, ...more }) as McpServerListing
const TRIGGER = {
  trigger: {
    id: TriggerId.parse('trg_00000001'),
    name: 'Nightly',
    projectId,
    enabled: true,
    permissionMode: 'ask',
  },
  address: 'http://127.0.0.1:4711/hooks/trg_00000001',
} as TriggerListing

function listed(more: Partial<Parameters<typeof createAccessList>[0]> = {}) {
  const asked: OpeningAct[] = []
  const list = createAccessList({
    projects: async () => [PROJECT, { ...PROJECT, id: ProjectId.parse('prj_00000002'), trusted: null }],
    servers: async () => [{ projectId, project: 'tide', id: 'ts' }],
    mcp: async (of) => ({
      servers: [
        server('mine', { health: { state: 'waiting' } }),
        server('off', { enabled: false, health: { state: 'off' } }),
        ...(of === null ? [] : [server('theirs', { projectId: of, health: { state: 'untrusted' } })]),
      ],
      problems: [],
    }),
    plugins: async () => ({ plugins: [], problem: null }),
    hooks: async () => ({ allowed: 'all', areOn: true, hooks: [], problems: [], waiting: 0 }),
    triggers: () => [TRIGGER],
    ports: () => [],
    terminals: () => [
      {
        id: TerminalId.parse('trm_00000001'),
        projectId,
        folder: '/p/tide',
        worktreeId: null,
        branch: null,
        number: 1,
        shell: 'zsh',
        starts: 1,
        ended: null,
      },
    ],
    signIns: () => [{ id: 'openai', name: 'ChatGPT', host: 'auth.openai.com' }],
    socket: () => '/home/orrery.sock',
    newest: (acts) => {
      asked.push(...acts)
      return acts.some(({ call }) => call === 'project.trust') ? { at: 5, by: 'window' } : null
    },
    ...more,
  })
  return { list, asked }
}

it('lists every way in with its state, each once', async () => {
  const { list, asked } = listed()
  const { entries, missing } = await list()
  expect(entries.map(({ kind, name, state }) => [kind, name, state])).toEqual([
    ['project', 'tide', 'open'],
    ['project', 'tide', 'asks'],
    ['server', 'ts', 'open'],
    ['mcp', 'mine', 'open'],
    ['mcp', 'off', 'closed'],
    ['mcp', 'theirs', 'asks'],
    ['trigger', 'Nightly', 'open'],
    ['terminal', 'zsh 1', 'open'],
    ['signIn', 'ChatGPT', 'open'],
    ['socket', '', 'open'],
    ['webhooks', '', 'open'],
  ])
  expect([entries[0]?.opened, entries.at(-1)?.detail, missing]).toEqual([
    { at: 5, by: 'window' },
    '127.0.0.1:4711',
    [],
  ])
  expect(asked).toContainEqual({ call: 'problems.turnServer', about: 'ts: on', projectId })
})

it('says what it cannot list, and lists the rest', async () => {
  const { list } = listed({
    plugins: () => Promise.reject(AppError.forAgent('tool.failed', 'The lock file cannot be read.')),
  })
  const { entries, missing } = await list()
  expect([missing, entries.length]).toEqual([['plugin'], 11])
  const noFile = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
  expect((await listed({ plugins: () => Promise.reject(noFile) }).list()).missing).toEqual(['plugin'])
})
