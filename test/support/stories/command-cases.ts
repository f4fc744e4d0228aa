import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { CommandName } from '#shared/commands/registry.ts'
import type { SessionId } from '#shared/ids.ts'
import type { CommandWindow } from '../hosts/command-window.ts'
import { CALLER } from '../hosts/workflow-host.ts'

/** Requests to the shell. */
export const shown = { quits: 0, fullScreen: false }

/** The place of an effect, after its command. */
type Look = {
  readonly window: CommandWindow
  readonly chat: SessionId
  readonly text: string
  readonly rows: string
}
type Case = {
  readonly typed: string | ((chat: SessionId) => string)
  /** Returns the effect; it must equal `is`. */
  readonly effect: (look: Look) => unknown
  readonly is: unknown
  /** A use that is refused, with a part of the refusal in English and in Chinese. */
  readonly refused?: readonly [typed: string, en: string, zh: string]
}

const surface = ({ window }: Look) => window.app.store.getState().surface
const section = ({ window }: Look) => window.app.store.getState().settingsSection
const answer = ({ text }: Look) => text
const said = async ({ window, chat }: Look) => (await window.said(chat)).at(-1)
const meta = async ({ window, chat }: Look) => (await window.folds(chat)).session?.meta
const noWords = (name: string) =>
  [`/${name} of mine`, `/${name} takes no other words`, `/${name} 后面不能有其他文字`] as const

/** Each command once, with the place where its effect shows. */
export const CASES: Readonly<Record<CommandName, Case>> = {
  'add-dir': {
    typed: '/add-dir /usr/share',
    effect: async (look) => (await meta(look))?.folders,
    is: ['/usr/share'],
    refused: ['/add-dir /etc', 'a place for secrets', '存放密钥'],
  },
  agents: { typed: '/agents', effect: surface, is: 'agents', refused: noWords('agents') },
  'autofix-pr': {
    typed: '/autofix-pr 7',
    effect: ({ rows }) => rows,
    is: 'pull',
    refused: ['/autofix-pr', 'the number of a pull request', '拉取请求的编号'],
  },
  branch: {
    typed: '/branch',
    effect: async ({ window, chat }) =>
      (await window.said(window.app.store.getState().openSession ?? chat))[0],
    is: 'list',
    refused: noWords('branch'),
  },
  branches: {
    typed: '/branches',
    effect: ({ window }) => window.session.store.getState().showsBranches,
    is: true,
    refused: noWords('branches'),
  },
  'break-cache': {
    typed: '/break-cache always',
    effect: async (look) => (await meta(look))?.cacheBreak,
    is: 'always',
    refused: ['/break-cache twice', '/break-cache knows once', '/break-cache '],
  },
  'bridge-kick': {
    typed: '/bridge-kick tide',
    effect: ({ window }) => window.calls,
    is: ['mcp.list', 'mcp.restart'],
    refused: ['/bridge-kick tied', 'The servers are: tide', '可用的服务器：tide'],
  },
  commit: { typed: '/commit', effect: surface, is: 'changes', refused: noWords('commit') },
  'commit-push-pr': {
    typed: '/commit-push-pr',
    effect: ({ rows }) => rows,
    is: 'pull',
    refused: noWords('commit-push-pr'),
  },
  compact: {
    typed: '/compact the hours',
    effect: async ({ window, chat }) =>
      Object.values((await window.folds(chat)).runs).filter(({ kind }) => kind === 'system').length,
    is: 1,
    refused: ['/compact', 'There is nothing to compact', '压缩它没有意义'],
  },
  config: { typed: '/config', effect: section, is: 'permissions', refused: noWords('config') },
  context: { typed: '/context', effect: ({ rows }) => rows, is: 'contexts' },
  coordinator: {
    typed: '/coordinator',
    effect: async ({ window, chat }) => {
      const { contexts, session } = await window.folds(chat)
      const active = session?.meta.activeContextId ?? null
      return active === null ? null : contexts[active]?.agentId
    },
    is: 'coordinator',
  },
  'debug-tool-call': {
    typed: '/debug-tool-call 1',
    effect: ({ rows }) => /^list .*README\.md/s.test(rows),
    is: true,
    refused: ['/debug-tool-call many', 'a number from 1 to 50', '1 到 50 的数字'],
  },
  doctor: { typed: '/doctor', effect: section, is: 'diagnostics', refused: noWords('doctor') },
  effort: {
    typed: '/effort',
    effect: ({ rows }) => rows,
    is: 'effort',
    refused: ['/effort much', 'much', 'much'],
  },
  env: {
    typed: '/env',
    effect: ({ rows }) => [/^Orrery headless$/m.test(rows), rows.includes('sk-very-secret')],
    is: [true, false],
    refused: noWords('env'),
  },
  fork: {
    typed: '/fork say Hi',
    effect: async ({ window, chat }) =>
      (await window.host.handlers['agent.runs']({ sessionId: chat }, CALLER)).length,
    is: 1,
    refused: ['/fork', 'Write the task of the fork', '/fork'],
  },
  goal: {
    typed: '/goal say Done',
    effect: said,
    is: 'say Done',
    refused: ['/goal', 'Write the goal', '写上目标'],
  },
  help: { typed: '/help', effect: ({ rows }) => rows, is: 'help', refused: noWords('help') },
  'init-verifiers': {
    typed: '/init-verifiers the parser',
    effect: async (look) => /verifier skills[\s\S]*Task:\nthe parser$/.test((await said(look)) ?? ''),
    is: true,
  },
  login: { typed: '/login', effect: section, is: 'models', refused: noWords('login') },
  issue: { typed: '/issue The tide is late --label bug', effect: ({ rows }) => rows, is: 'pull' },
  memory: {
    typed: '/memory create harbour',
    effect: async ({ window: { host, projectId } }) =>
      JSON.stringify(
        await host.handlers['memory.store']({ projectId, command: { verb: 'list' } }, CALLER),
      ).includes('harbour'),
    is: true,
    refused: ['/memory burn', '/memory knows list', '/memory '],
  },
  mode: {
    typed: '/mode plan',
    effect: async (look) => (await meta(look))?.permissionMode,
    is: 'plan',
    refused: ['/mode yolo', '/mode knows ask', '/mode 支持'],
  },
  model: {
    typed: '/model',
    effect: ({ rows }) => rows,
    is: 'models',
    refused: ['/model nothing-like-it', 'nothing-like-it', 'nothing-like-it'],
  },
  onboarding: {
    typed: '/onboarding reset',
    effect: ({ window }) => window.app.store.getState().welcomes,
    is: true,
    refused: ['/onboarding twice', '/onboarding knows status', '/onboarding 支持'],
  },
  'output-style': {
    typed: '/output-style off',
    effect: answer,
    is: expect.stringMatching(/no output style|不使用输出风格/),
    refused: ['/output-style nowhere', 'no output style named nowhere', '没有名为 nowhere'],
  },
  'perf-issue': {
    typed: '/perf-issue --format=json --limit 3',
    effect: async ({ text }) => {
      const file = /\S+\.json/.exec(text.slice(text.indexOf('/')))?.[0] ?? ''
      const report = JSON.parse(
        await readFile(text.slice(text.indexOf('/'), text.indexOf('.json') + 5), 'utf8'),
      )
      return [file !== '', report.tools[0].name, report.log.length <= 3]
    },
    is: [true, 'list', true],
    refused: ['/perf-issue --format=xml', '/perf-issue knows', '/perf-issue 支持'],
  },
  quit: { typed: '/quit', effect: () => shown.quits, is: 1, refused: noWords('quit') },
  report: {
    typed: '/report',
    effect: ({ window }) => window.app.store.getState().reports,
    is: true,
    refused: noWords('report'),
  },
  recap: { typed: '/recap', effect: ({ rows }) => rows, is: 'recap', refused: noWords('recap') },
  resume: {
    typed: (chat) => `/resume ${chat}`,
    effect: ({ window, chat }) => window.app.store.getState().openSession === chat,
    is: true,
    refused: ['/resume no such title', 'no such title', 'no such title'],
  },
  plugin: { typed: '/plugin', effect: section, is: 'plugins', refused: noWords('plugin') },
  share: {
    typed: '/share --summary-only',
    effect: ({ rows }) => rows,
    is: 'pull',
    refused: ['/share --everyone', '--everyone is not supported', '不支持 --everyone'],
  },
  skills: { typed: '/skills', effect: section, is: 'skills', refused: noWords('skills') },
  statusline: {
    typed: '/statusline !printf tide',
    effect: ({ window }) => window.api.call('statusLine.settings', {}),
    is: { refreshSeconds: 0, padding: 0 },
  },
  'subscribe-pr': {
    typed: '/subscribe-pr',
    effect: answer,
    is: expect.stringMatching(/No pull request is followed|没有关注任何拉取请求/),
    refused: ['/subscribe-pr tide', 'the number of a pull request', '拉取请求的编号'],
  },
  summary: { typed: '/summary', effect: ({ rows }) => rows, is: 'summary', refused: noWords('summary') },
  think: {
    typed: '/think low say Quiet',
    effect: said,
    is: 'say Quiet',
    refused: ['/think', '/think', '/think'],
  },
  tui: {
    typed: '/tui on',
    effect: () => shown.fullScreen,
    is: true,
    refused: ['/tui sideways', '/tui knows on', '/tui 支持'],
  },
  ultracode: {
    typed: '/ultracode look at every file',
    effect: async (look) => /skill `orchestrate`[\s\S]*look at every file$/.test((await said(look)) ?? ''),
    is: true,
  },
  ultrareview: {
    typed: '/ultrareview 7',
    effect: ({ rows }) => rows,
    is: 'pull',
    refused: ['/ultrareview tide', 'the number of a pull request', '拉取请求的编号'],
  },
  ultraplan: {
    typed: '/ultraplan move the lighthouse',
    effect: async (look) => [
      (await meta(look))?.permissionMode,
      /^Plan this task[\s\S]*move the lighthouse$/.test((await said(look)) ?? ''),
    ],
    is: ['plan', true],
    refused: ['/ultraplan', 'Write the task', '写上任务'],
  },
  ultrathink: {
    typed: '/ultrathink say Deep',
    effect: said,
    is: 'say Deep',
    refused: ['/ultrathink', '/ultrathink', '/ultrathink'],
  },
  usage: { typed: '/usage', effect: section, is: 'usage' },
  vault: { typed: '/vault', effect: surface, is: 'vault', refused: noWords('vault') },
  version: {
    typed: '/version',
    effect: answer,
    is: expect.stringMatching(/^Orrery headless.*Node \d+/),
    refused: noWords('version'),
  },
  triggers: { typed: '/triggers', effect: surface, is: 'triggers', refused: noWords('triggers') },
  worktree: {
    typed: '/worktree the tide tables',
    effect: async (look) => (await meta(look))?.worktree?.branch.replace(/-\d+$/, ''),
    is: 'orrery/the-tide-tables',
    refused: ['/worktree leave', 'not in a worktree', '不在工作树中'],
  },
  attempts: { typed: '/attempts', effect: surface, is: 'attempts', refused: noWords('attempts') },
  worktrees: { typed: '/worktrees', effect: surface, is: 'worktrees', refused: noWords('worktrees') },
  workflows: {
    typed: '/workflows',
    effect: surface,
    is: 'workflows',
    refused: ['/workflows nosuch1', 'nosuch1', 'nosuch1'],
  },
}
