import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import { judge } from '../permission/judge.ts'

type Project = Awaited<ReturnType<typeof openToolProject>>

/** A project whose person has a home folder, and where the app keeps its own things. */
async function open(files: Readonly<Record<string, string>> = {}, appHome = 'orr'): Promise<Project> {
  const flavour = { path, home: '' as string, appHome: '' as string }
  const project = await openToolProject(files, { flavour })
  flavour.home = path.join(project.parent, 'person')
  flavour.appHome = path.isAbsolute(appHome) ? appHome : project.at(appHome)
  mkdirSync(flavour.home)
  return project
}

async function asks(project: Project, tool: string, args: object, mode: PermissionMode): Promise<string> {
  const { acts } = await project.plan(tool, args)
  const rules = [[{ tool: '*', action: 'allow' as const, pattern: '**' }]]
  const { verdict } = judge({ tool, mode, rules, grants: [], acts, home: project.parent })
  const kinds = acts.flatMap(({ guards = [] }) => guards.map(({ kind }) => kind))
  return [verdict, ...new Set(kinds)].join(' ')
}
const writing = (project: Project, file: string, mode: PermissionMode = 'bypass') =>
  asks(project, 'write', { path: file, content: 'x' }, mode)
const running = (project: Project, command: string, mode: PermissionMode = 'bypass') =>
  asks(project, 'bash', { command }, mode)

const APP = {
  'orr/config.toml': 'key',
  'orr/data/orrery.db': '',
  'orr/skills/tide/notes.md': 'notes',
  'a.md': '',
}

describe('the folder of the app in a project', () => {
  it.each<[string, string]>([
    ['orr/hooks/evil.toml', 'ask app_home'],
    ['orr/agents/x.md', 'ask app_home'],
    ['ORR/hooks/evil.toml', 'ask app_home'],
    ['orr/data/scratch/x', 'ask app_home'],
    ['orrery/x', 'allow'],
  ])('is not written unasked: %s', async (file, expected) => {
    const project = await open(APP)
    expect([await writing(project, file), await writing(project, file, 'accept_edits')]).toEqual([
      expected,
      expected,
    ])
  })

  it('is not read unasked, except for the files of skills', async () => {
    const project = await open(APP)
    const reading = (file: string) => asks(project, 'read', { path: file }, 'bypass')
    expect([await reading('orr/config.toml'), await reading('orr/skills/tide/notes.md')]).toEqual([
      'ask app_home_read',
      'allow',
    ])
    expect(await asks(project, 'list', { path: 'orr' }, 'bypass')).toBe('ask app_home_read')
    expect(await asks(project, 'grep', { path: 'orr', pattern: 'k' }, 'bypass')).toBe('ask app_home_read')
  })

  it('is left out where the whole project is searched', async () => {
    const project = await open({ ...APP, 'b.md': 'key' })
    expect((await project.run('grep', { pattern: 'key' })).text).not.toMatch(/orr/)
    expect((await project.run('glob', { pattern: '**/*' })).text).not.toMatch(/config\.toml/)
  })

  it.each<[string, string]>([
    ['cat orr/config.toml', 'ask app_home_read'],
    ['cat orr/*', 'ask app_home_read'],
    ['cd orr && cat config.toml', 'ask app_home_read'],
    ['grep -r key .', 'ask app_home_read'],
    ['rg key', 'ask app_home_read'],
    ['echo x > orr/hooks/evil.toml', 'ask app_home'],
    ['cp a.md orr/hooks/evil.toml', 'ask app_home app_home_read'],
    ['cat a.md', 'allow'],
    ['ls', 'allow'],
  ])('is not reached by %s', async (command, expected) => {
    expect(await running(await open(APP), command)).toBe(expected)
  })

  it.skipIf(process.platform === 'win32')('is known by place, not by the way to it', async () => {
    const project = await open(APP)
    symlinkSync(project.at('orr'), project.at('by-link'), 'dir')
    linkSync(project.at('orr/config.toml'), project.at('by-hard-link.toml'))
    expect([
      await writing(project, 'by-link/hooks/evil.toml'),
      await running(project, 'cat by-link/config.toml'),
      await asks(project, 'read', { path: 'by-hard-link.toml' }, 'bypass'),
      await running(project, 'echo x >> by-hard-link.toml'),
    ]).toEqual(['ask app_home', 'ask app_home_read', 'ask app_home_read', 'ask app_home'])
  })

  it('is no obstacle where the project is a worktree in it', async () => {
    const project = await open({ 'src/a.ts': '' }, '..')
    expect(await writing(project, 'src/b.ts', 'accept_edits')).toBe('allow')
  })
})

describe('what steers git, agents and shells', () => {
  const GIT = { '.git/HEAD': 'ref: refs/heads/main\n', '.git/config': '[core]\n\thooksPath = tools/hooks\n' }

  it.each<[string, string]>([
    ['.git/hooks/pre-commit', 'ask git'],
    ['.GIT/config', 'ask git'],
    ['.g\u200cit/config', 'ask git'],
    ['sub/.git/config', 'ask git'],
    ['tools/hooks/pre-commit', 'ask git'],
    ['bare/HEAD', 'ask git'],
    ['.orrery/config.toml', 'ask orrery'],
    ['sub/.claude/settings.json', 'ask claude'],
    ['.mcp.json', 'ask mcp'],
    ['../person/.bashrc', 'ask shell'],
    ['../person/.config/fish/config.fish', 'ask shell'],
    ['.gitignore', 'allow'],
    ['AGENTS.md', 'allow instructions'],
  ])('asks even with full access: %s', async (file, expected) => {
    expect(await writing(await open(GIT), file)).toBe(expected)
  })

  it.each<[string, string]>([
    ['AGENTS.md', 'ask instructions'],
    ['sub/AGENTS.md', 'ask instructions'],
    ['CLAUDE.md', 'ask instructions'],
    ['.envrc', 'ask programs'],
    ['.vscode/tasks.json', 'ask programs'],
    ['.helix/languages.toml', 'ask programs'],
    ['sub/.fleet/run.json', 'ask programs'],
    ['.windsurf/mcp.json', 'ask programs'],
    ['.codex/config.toml', 'ask programs'],
    ['sub/.nvim.lua', 'ask programs'],
    ['.Lazy.lua', 'ask programs'],
    ['opencode.json', 'ask programs'],
    ['.husky/pre-commit', 'ask programs'],
    ['.gitattributes', 'ask programs'],
    ['.gitmodules', 'ask programs'],
    ['package.json', 'ask programs'],
    ['sub/package.json', 'ask programs'],
    ['Makefile', 'allow'],
    ['src/agents.ts', 'allow'],
  ])('asks where edits are accepted: %s', async (file, expected) => {
    expect(await writing(await open(GIT), file, 'accept_edits')).toBe(expected)
  })

  it('lets parts of package.json be changed that nothing runs', async () => {
    const project = await open({ 'package.json': '{ "version": "1", "scripts": { "test": "a" } }' })
    await project.run('read', { path: 'package.json' })
    const editing = (from: string, to: string) =>
      asks(project, 'edit', { path: 'package.json', old_text: from, new_text: to }, 'accept_edits')
    expect([await editing('"1"', '"2"'), await editing('"a"', '"b"'), await editing('{ "v', '"v')]).toEqual([
      'allow',
      'ask programs',
      'ask programs',
    ])
  })

  it.skipIf(process.platform === 'win32')('is known by place, not by the way to it', async () => {
    const project = await open({
      ...GIT,
      'conf/settings.json': '{}',
      'dotfiles/bashrc': '',
      'meta/HEAD': 'x',
    })
    symlinkSync(project.at('conf'), project.at('.claude'), 'dir')
    symlinkSync(project.at('dotfiles/bashrc'), path.join(project.parent, 'person/.bashrc'))
    linkSync(project.at('.git/config'), project.at('plain.txt'))
    writeFileSync(project.at('real.txt'), '')
    await project.run('read', { path: 'dotfiles/bashrc' })
    await project.run('read', { path: 'plain.txt' })
    expect([
      await writing(project, 'conf/hooks.json'),
      await writing(project, 'dotfiles/bashrc'),
      await writing(project, 'plain.txt'),
      await running(project, 'echo x >> plain.txt'),
      await writing(project, 'meta/hooks/pre-push'),
    ]).toEqual(['ask claude', 'ask shell', 'ask git', 'ask git', 'ask git'])
  })

  it('is known where a file leads to the repository', async () => {
    const project = await open({ '.git': 'gitdir: meta\n', 'meta/config': '' })
    expect(await writing(project, 'meta/hooks/pre-commit')).toBe('ask git')
  })

  it.each<[string, string]>([
    ['git config core.fsmonitor ./evil', 'ask git'],
    ['git -C . config --add core.hooksPath x', 'ask git'],
    ['git config --global user.name x', 'ask shell'],
    ['git config user.name', 'allow'],
    ['git config --get core.hooksPath', 'allow'],
    ['git commit -m "the .claude folder"', 'allow'],
    ['rm -rf .g*', 'ask git'],
    ['mv x .claude/settings.json', 'ask claude'],
    [`python3 -c "open('.git/hooks/pre-commit','w')"`, 'ask git'],
    ['cat .git/config', 'allow'],
    ['crontab jobs', 'ask shell'],
    ['crontab -l', 'allow'],
    ['npm test', 'allow'],
  ])('asks about %s', async (command, expected) => {
    expect(await running(await open(GIT), command)).toBe(expected)
  })
})
