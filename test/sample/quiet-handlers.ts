import type { Handlers } from '#shared/ipc/contract.ts'

const ZSH = { file: '/usr/bin/zsh', name: 'zsh' }
const NO_PAGES = { all: 0, user: 0, typed: 0, archived: 0 }

/** Answers for parts of the app of which the sample holds nothing. */
export const quietHandlers = {
  'sandbox.status': () => ({ support: { available: false, lack: 'no_bubblewrap', output: '' }, rules: null }),
  'exchange.listSnipped': () => [],
  'changes.distance': () => ({ upstream: 'origin/main', ahead: 2, behind: 0 }),
  'report.preview': () =>
    '## Version\n\n- Orrery 0.1.0, commit 38c5848900, built 2026-11-28T12:00:00Z\n- Electron 33.2.1, Node 20.18.1\n- linux 6.8.0 x64, language en\n\n## Health\n\n- sqlite: works. 3.49.1\n- sandbox: does not work. bubblewrap is missing.',
  'home.work': () => ({ running: null }),
  'home.restored': () => null,
  'home.leftovers': () => [
    {
      id: '0123456789abcdef',
      path: '/media/mei/backups/.orrery-backup-4211-1760000000000.part',
      kind: 'backup',
      bytes: 412_000_000,
      writer: null,
    },
  ],
  'home.sizes': () => ({
    home: '/home/mei/.orrery',
    free: 182_000_000_000,
    parts: [
      { part: 'chats', bytes: 734_000_000 },
      { part: 'memory', bytes: 12_400_000 },
      { part: 'database', bytes: 2_100_000 },
      { part: 'search', bytes: 156_000_000 },
      { part: 'files', bytes: 88_000_000 },
      { part: 'worktrees', bytes: 1_240_000_000 },
      { part: 'programs', bytes: 6_300_000 },
      { part: 'extensions', bytes: 410_000 },
      { part: 'backups', bytes: 320_000_000 },
      { part: 'logs', bytes: 9_700_000 },
      { part: 'caches', bytes: 61_000_000 },
      { part: 'other', bytes: 4_000 },
    ],
  }),
  'memory.list': () => ({ hits: [], total: 0 }),
  'memory.facets': () => ({ all: 0, user: 0, projects: [], authors: [], tags: [], unused: 0 }),
  'memory.notes': () => ({ hits: [], total: 0, all: 0, gone: 0 }),
  'knowledge.facets': () => ({ ...NO_PAGES, projects: [], folders: [], tags: [] }),
  'access.list': () => ({ entries: [], missing: [] }),
  'hooks.list': () => ({ allowed: 'all', areOn: true, hooks: [], problems: [], waiting: 0 }),
  'settings.inForce': () => ({
    chat: {
      folders: ['/home/mei/shared/tide-tables'],
      rules: [
        { rule: { tool: 'bash', pattern: 'npm test *', action: 'allow' }, source: '/review' },
        { rule: { tool: 'edit', action: 'allow' }, source: null },
      ],
    },
    settings: [
      { key: 'context.compactAt', value: '0.8', layer: 'builtin', hidden: [] },
      { key: 'runs.maxTurns', value: '40', layer: 'managed', hidden: [{ layer: 'user', value: '200' }] },
      { key: 'ui.theme', value: '"dark"', layer: 'window', hidden: [] },
      { key: 'permissions', value: 'deny bash(git push *)', layer: 'local', hidden: [] },
    ],
    files: [
      { layer: 'user', path: '/home/mei/.orrery/config.toml', problem: null },
      {
        layer: 'managed',
        path: '/etc/orrery/managed.toml',
        problem: { message: 'runs.maxTurn is not known.', said: [] },
      },
    ],
  }),
  'folder.list': () => [
    {
      sessionId: 'ses_7',
      projectId: 'prj_1',
      title: 'Compare the tide tables of two harbours',
      folders: ['/home/mei/shared/tide-tables', '/home/mei/archive/2024/harbours'],
    },
  ],
  'agent.atWork': () => [],
  'gitQuestion.list': () => [],
  'terminal.list': () => [],
  'terminal.shells': () => ({ chosen: null, usual: ZSH, found: [ZSH, { file: '/bin/bash', name: 'bash' }] }),
  'session.ways': () => ({ forks: [], ahead: null }),
} satisfies { [Name in keyof Handlers]?: (request: never) => unknown }
