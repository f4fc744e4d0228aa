import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'
import type { SandboxedStart } from './sandboxed.ts'

const FILES = { 'app/src/a.ts': 'x', 'app/.env': 'KEY=1' }

describe.skipIf(process.platform === 'win32')('a command with a workdir', () => {
  it('runs there and shows it', async () => {
    const project = await openToolProject(FILES)
    const args = { command: 'pwd; ls', workdir: 'app/src' }
    expect((await project.run('bash', args)).text).toBe(`${project.at('app/src')}\na.ts`)
    const { preview, place } = await project.plan('bash', args)
    expect(preview).toMatchObject({ kind: 'command', workdir: project.at('app/src') })
    expect(place).toEqual({ absolute: project.at('app/src'), shown: 'app/src', outside: false })
  })

  it.each(['.', './', 'app/..'])('is a plain one in %s', async (workdir) => {
    const project = await openToolProject(FILES)
    const plain = await project.plan('bash', { command: 'ls' })
    expect(await project.plan('bash', { command: 'ls', workdir })).toEqual(plain)
  })

  it.each([
    ['cat .env', 'app'],
    ['cat ../.env', 'app/src'],
    ['cat src/../.env', 'app'],
    ['cat .env', './app/src/..'],
  ])('is kept from a closed file: %s in %s', async (command, workdir) => {
    const rules = [{ tool: 'read', pattern: 'app/.env', action: 'deny' as const }]
    const project = await openToolProject(FILES, { rules })
    expect(await project.verdict('bash', { command, workdir })).toBe('deny')
  })

  it('is judged from there: what is outside, and what it writes', async () => {
    const project = await openToolProject({ ...FILES, 'b.ts': '' })
    const acts = async (command: string, workdir: string) =>
      (await project.plan('bash', { command, workdir })).acts.map(({ target, outside }) => [target, outside])
    expect(await acts('cat ../b.ts', 'app')).toEqual([['cat ../b.ts', false]])
    expect(await acts('cat ../../b.ts', 'app')).toEqual([['cat ../../b.ts', true]])
    expect(await acts('echo a > out', 'app')).toEqual([
      ['echo a', false],
      ['app/out', false],
    ])
    expect(await acts('ls', '..')).toEqual([['ls', true]])
    expect(await acts('ls', project.parent)).toEqual([['ls', true]])
  })

  it('follows a link to where it leads', async () => {
    const project = await openToolProject(FILES)
    await mkdir(`${project.parent}/elsewhere`)
    await symlink(`${project.parent}/elsewhere`, project.at('link'))
    const { acts, preview } = await project.plan('bash', { command: 'ls', workdir: 'link' })
    expect(acts).toMatchObject([{ target: 'ls', outside: true }])
    expect(preview).toMatchObject({ workdir: `${project.parent}/elsewhere` })
  })

  it('runs nowhere when the folder is not there, is a file, or leads elsewhere by now', async () => {
    const project = await openToolProject(FILES)
    await expect(project.plan('bash', { command: 'ls', workdir: 'no' })).rejects.toThrow(
      'The workdir no does not exist. Nothing was run.',
    )
    await expect(project.run('bash', { command: 'ls', workdir: 'app/.env' })).rejects.toThrow('is a file')
    const args = { command: 'touch made', workdir: 'app' }
    const plan = await project.plan('bash', args)
    await project.run('bash', { command: 'mv app old && mkdir other && ln -s other app' })
    const opened = project.toolbox.find('bash')?.open(args)
    if (opened?.ok !== true) throw new Error('expected a call')
    await expect(opened.call.run(project.context, AbortSignal.timeout(9_000), plan)).rejects.toThrow(
      'leads elsewhere',
    )
    expect((await project.run('list', { path: 'other' })).text).toContain('(the folder is empty)')
  })

  it('tells the sandbox where it starts', async () => {
    const starts: SandboxedStart[] = []
    const project = await openToolProject(FILES, {
      enterSandbox: async (_, start) => {
        starts.push(start)
        return { how: 'plain' }
      },
    })
    await project.run('bash', { command: 'ls', workdir: 'app' })
    expect(starts.map(({ cwd }) => cwd)).toEqual([project.at('app')])
  })
})

describe.skipIf(process.platform === 'win32')('a folder that does not last', () => {
  it('is named when a file is missing without it', async () => {
    const project = await openToolProject(FILES)
    await project.run('bash', { command: 'cd app/src && ls' })
    expect((await project.run('bash', { command: 'cat a.ts' })).text).toContain(
      '(this ran in the project folder: the `cd app/src` of an earlier call does not last; use `workdir`)',
    )
    expect((await project.run('bash', { command: 'cat a.ts', workdir: 'app' })).text).not.toContain(
      'does not last',
    )
    expect((await project.run('bash', { command: 'exit 3' })).text).toBe('(exit code 3)')
  })

  it('is not named where no call has changed it', async () => {
    const project = await openToolProject()
    await writeFile(project.at('x'), '')
    expect((await project.run('bash', { command: 'cat a.ts' })).text).not.toContain('does not last')
  })
})
