import { symlink } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import { type JudgeInput, judge } from '../permission/judge.ts'

const MODES = ['ask', 'accept_edits', 'plan', 'bypass'] as const
const QUIET = '[core]\n\tbare = false\n[remote "origin"]\n\turl = x\n'
const LOUD = '[core]\n\tfsmonitor = touch x\n'
const REPOSITORY = { '.git/HEAD': 'ref: refs/heads/main\n', '.git/config': QUIET }
const index = (mode: number) => Buffer.from([...Buffer.from('DIRC'), 0, 0, 0, 2, 0, 0, mode >> 8, mode & 255])

type Files = Record<string, string | Uint8Array>

async function inPlanMode(files: Files, command: string): Promise<string> {
  const project = await openToolProject(files)
  const { acts } = await project.plan('bash', { command })
  const { verdict, reason } = judge({ tool: 'bash', mode: 'plan', rules: [], grants: [], acts, home: '/h' })
  return verdict === 'ask' ? (/(?:names|checked): (.+)\.$/.exec(reason)?.[1] ?? reason) : verdict
}

describe.skipIf(process.platform === 'win32')('git in plan mode', () => {
  it.each<[string, Files, string, string]>([
    ['without a repository', {}, 'git status', 'allow'],
    ['with quiet settings', REPOSITORY, 'git status', 'allow'],
    ['with a program', { '.git/config': LOUD }, 'git status', 'core.fsmonitor=touch x'],
    ['with a program, piped', { '.git/config': LOUD }, 'git log | head', 'core.fsmonitor=touch x'],
    [
      'in a folder of it',
      { ...REPOSITORY, '.git/config': LOUD, 'a/b': '' },
      'cd a && git log',
      'core.fsmonitor=touch x',
    ],
    [
      'in a folder that is one',
      { ...REPOSITORY, 'a/.git/config': LOUD },
      'cd a && git log',
      'core.fsmonitor=touch x',
    ],
    ['beside one', { ...REPOSITORY, 'a/.git/config': LOUD }, 'git log', 'allow'],
    [
      'in a bare one',
      { 'a/HEAD': 'ref: refs/heads/x', 'a/config': LOUD },
      'cd a; git show',
      'core.fsmonitor=touch x',
    ],
    [
      'with settings of the work tree',
      { ...REPOSITORY, '.git/config.worktree': LOUD },
      'git diff',
      'core.fsmonitor=touch x',
    ],
    [
      'with settings elsewhere',
      { '.git': 'gitdir: x/y\n', 'x/y/commondir': '../z\n', 'x/z/config': LOUD },
      'git diff',
      'core.fsmonitor=touch x',
    ],
    ['with a pointer to another computer', { '.git': 'gitdir: \\\\evil\\share\n' }, 'git log', '.git'],
    ['with a pointer to nothing', { '.git': 'nonsense' }, 'git log', '.git'],
    ['with settings that make no sense', { '.git/config': '[[' }, 'git log', '.git/config'],
    ['with very long settings', { '.git/config': '#'.repeat(300_000) }, 'git log', '.git/config'],
    ['with hooks for other times', { ...REPOSITORY, '.git/hooks/pre-commit': '' }, 'git status', 'allow'],
    [
      'with a hook',
      { ...REPOSITORY, '.git/hooks/post-index-change': '' },
      'git status',
      'hooks/post-index-change',
    ],
    [
      'with a hook for Windows',
      { ...REPOSITORY, '.git/hooks/post-index-change.exe': '' },
      'git diff',
      'hooks/post-index-change',
    ],
    [
      'with hooks elsewhere',
      { '.git/config': '[core] hooksPath = h', 'h/post-index-change': '' },
      'git status',
      'hooks/post-index-change',
    ],
    [
      'with harmless hooks elsewhere',
      { '.git/config': '[core] hooksPath = h', 'h/pre-push': '' },
      'git status',
      'allow',
    ],
    ['with hooks at home', { '.git/config': '[core] hooksPath = ~/h' }, 'git status', 'core.hookspath=~/h'],
    ['with files', { ...REPOSITORY, '.git/index': index(0o100644) }, 'git status', 'allow'],
    [
      'with a repository inside',
      { ...REPOSITORY, '.git/index': index(0o160000) },
      'git status',
      'Git may start programs of the repositories inside this one.',
    ],
    [
      'with a repository inside, not looked into',
      { ...REPOSITORY, '.git/index': index(0o160000) },
      'git log',
      'allow',
    ],
    [
      'with an index in parts',
      { ...REPOSITORY, '.git/sharedindex.1234': '' },
      'git describe --dirty',
      'Git may start programs of the repositories inside this one.',
    ],
    ['with an option that acts', REPOSITORY, 'git diff --output=x', 'deny'],
    ['elsewhere', REPOSITORY, 'git -C a status', 'deny'],
    ['and something more', REPOSITORY, 'git status; touch x', 'deny'],
  ])('%s: %j, %s: %s', async (_, files, command, expected) => {
    expect(await inPlanMode(files, command)).toBe(expected)
  })

  it('reads settings through a link', async () => {
    const project = await openToolProject({ 'x/config': LOUD })
    await symlink(project.at('x'), project.at('.git'))
    const { acts } = await project.plan('bash', { command: 'git status' })
    expect(acts.map(({ guards }) => guards)).toEqual([[{ kind: 'git_runs', path: 'core.fsmonitor=touch x' }]])
  })
})

describe.skipIf(process.platform === 'win32')('git in a repository that names a program', () => {
  const HOSTILE = { ...REPOSITORY, '.git/config': LOUD, 'a/b': '' }
  const RULES: PermissionRule[] = [
    { tool: 'bash', pattern: 'git *', action: 'allow' },
    { tool: 'bash', action: 'allow' },
    { tool: '*', action: 'allow' },
  ]
  const MEANT: PermissionRule = { tool: 'git', pattern: 'core.fsmonitor=touch x', action: 'allow' }
  const verdictOn = async (command: string, more: Partial<JudgeInput> = {}, files: Files = HOSTILE) => {
    const project = await openToolProject(files)
    const { acts } = await project.plan('bash', { command })
    return judge({ tool: 'bash', mode: 'ask', rules: [], grants: [], acts, home: '/h', ...more })
  }

  it.each(MODES.flatMap((mode) => [true, false].map((sandboxed) => [mode, sandboxed] as const)))(
    'asks in the mode %s, sandboxed: %s, whatever rules and grants say of the command',
    async (mode, sandboxed) => {
      const held = sandboxed ? { sandboxed: true as const } : {}
      const given = { mode, rules: [RULES], grants: RULES, ...held }
      expect((await verdictOn('git status', given)).verdict).toBe('ask')
    },
  )

  it.each([
    'git commit -m x',
    'git -C a status',
    'git --git-dir=.git log',
    'git --git-dir .git log',
    'cd a && git add b',
    'timeout 5 git status',
  ])('asks for %s', async (command) => {
    expect((await verdictOn(command, { mode: 'bypass' })).verdict).toBe('ask')
  })

  it.each(['git config --list', 'git --version', 'ls'])(
    'asks no more than elsewhere for %s',
    async (command) => {
      expect((await verdictOn(command, { mode: 'bypass' })).verdict).toBe('allow')
    },
  )

  it('runs once exactly that program was allowed, and asks when it is another', async () => {
    const given = { rules: [RULES], grants: [MEANT] }
    expect((await verdictOn('git status', given)).verdict).toBe('allow')
    const other = { ...HOSTILE, '.git/config': '[core]\n\tfsmonitor = touch y\n' }
    expect((await verdictOn('git status', given, other)).verdict).toBe('ask')
    const two = { ...HOSTILE, '.git/config': `${LOUD}[filter "x"]\n\tclean = z\n` }
    expect((await verdictOn('git status', given, two)).verdict).toBe('ask')
  })

  it('asks again where a rule asks about that program', async () => {
    const rules = [[...RULES, { ...MEANT, action: 'ask' as const }]]
    expect((await verdictOn('git status', { rules, grants: [MEANT] })).verdict).toBe('ask')
  })

  it('is not allowed by a program whose text would be a pattern', async () => {
    const grants: PermissionRule[] = [
      { tool: 'git', pattern: '*', action: 'allow' },
      { tool: 'git', action: 'allow' },
    ]
    expect((await verdictOn('git status', { rules: [RULES], grants })).verdict).toBe('ask')
  })

  it('is quiet about repositories inside in the sandbox and in full access', async () => {
    const files = { ...REPOSITORY, '.git/index': index(0o160000) }
    const of = async (more: Partial<JudgeInput>) => (await verdictOn('git status', more, files)).verdict
    expect([
      await of({ mode: 'accept_edits', sandboxed: true }),
      await of({ mode: 'bypass' }),
      await of({ rules: [RULES] }),
      await of({ rules: [RULES], grants: [{ tool: 'git', pattern: 'submodules', action: 'allow' }] }),
    ]).toEqual(['allow', 'allow', 'ask', 'allow'])
  })
})
