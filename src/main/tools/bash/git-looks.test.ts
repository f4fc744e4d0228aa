import { symlink } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/tool-project.ts'
import { judge } from '../permission/judge.ts'

const QUIET = '[core]\n\tbare = false\n[remote "origin"]\n\turl = x\n'
const LOUD = '[core]\n\tfsmonitor = touch x\n'
const REPOSITORY = { '.git/HEAD': 'ref: refs/heads/main\n', '.git/config': QUIET }
const index = (mode: number) => Buffer.from([...Buffer.from('DIRC'), 0, 0, 0, 2, 0, 0, mode >> 8, mode & 255])

type Files = Record<string, string | Uint8Array>

async function inPlanMode(files: Files, command: string): Promise<string> {
  const project = await openToolProject(files)
  const { acts } = await project.plan('bash', { command })
  const { verdict, reason } = judge({ tool: 'bash', mode: 'plan', rules: [], grants: [], acts, home: '/h' })
  return verdict === 'ask' ? (/program: (.+)\.$/.exec(reason)?.[1] ?? reason) : verdict
}

describe.skipIf(process.platform === 'win32')('git in plan mode', () => {
  it.each<[string, Files, string, string]>([
    ['without a repository', {}, 'git status', 'allow'],
    ['with quiet settings', REPOSITORY, 'git status', 'allow'],
    [
      'with a program',
      { '.git/config': LOUD },
      'git status',
      'the settings of its repository hold core.fsmonitor',
    ],
    [
      'with a program, piped',
      { '.git/config': LOUD },
      'git log | head',
      'the settings of its repository hold core.fsmonitor',
    ],
    [
      'in a folder of it',
      { ...REPOSITORY, '.git/config': LOUD, 'a/b': '' },
      'cd a && git log',
      'the settings of its repository hold core.fsmonitor',
    ],
    [
      'in a folder that is one',
      { ...REPOSITORY, 'a/.git/config': LOUD },
      'cd a && git log',
      'the settings of its repository hold core.fsmonitor',
    ],
    ['beside one', { ...REPOSITORY, 'a/.git/config': LOUD }, 'git log', 'allow'],
    [
      'in a bare one',
      { 'a/HEAD': 'ref: refs/heads/x', 'a/config': LOUD },
      'cd a; git show',
      'the settings of its repository hold core.fsmonitor',
    ],
    [
      'with settings of the work tree',
      { ...REPOSITORY, '.git/config.worktree': LOUD },
      'git diff',
      'the settings of its repository hold core.fsmonitor',
    ],
    [
      'with settings elsewhere',
      { '.git': 'gitdir: x/y\n', 'x/y/commondir': '../z\n', 'x/z/config': LOUD },
      'git diff',
      'the settings of its repository hold core.fsmonitor',
    ],
    [
      'with a pointer to another computer',
      { '.git': 'gitdir: \\\\evil\\share\n' },
      'git log',
      'its repository is not where it seems to be',
    ],
    [
      'with a pointer to nothing',
      { '.git': 'nonsense' },
      'git log',
      'its repository is not where it seems to be',
    ],
    [
      'with settings that make no sense',
      { '.git/config': '[[' },
      'git log',
      'the settings of its repository cannot be read',
    ],
    [
      'with very long settings',
      { '.git/config': '#'.repeat(300_000) },
      'git log',
      'the settings of its repository cannot be read',
    ],
    ['with hooks for other times', { ...REPOSITORY, '.git/hooks/pre-commit': '' }, 'git status', 'allow'],
    [
      'with a hook',
      { ...REPOSITORY, '.git/hooks/post-index-change': '' },
      'git status',
      'its repository has the hook post-index-change',
    ],
    [
      'with a hook for Windows',
      { ...REPOSITORY, '.git/hooks/post-index-change.exe': '' },
      'git diff',
      'its repository has the hook post-index-change',
    ],
    [
      'with hooks elsewhere',
      { '.git/config': '[core] hooksPath = h', 'h/post-index-change': '' },
      'git status',
      'its repository has the hook post-index-change',
    ],
    [
      'with harmless hooks elsewhere',
      { '.git/config': '[core] hooksPath = h', 'h/pre-push': '' },
      'git status',
      'allow',
    ],
    [
      'with hooks at home',
      { '.git/config': '[core] hooksPath = ~/h' },
      'git status',
      'the settings of its repository hold core.hookspath',
    ],
    ['with files', { ...REPOSITORY, '.git/index': index(0o100644) }, 'git status', 'allow'],
    [
      'with a repository inside',
      { ...REPOSITORY, '.git/index': index(0o160000) },
      'git status',
      'its repository holds other repositories',
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
      'its repository holds other repositories',
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
    expect(acts.map(({ mayStart }) => mayStart)).toEqual([
      'the settings of its repository hold core.fsmonitor',
    ])
  })
})
