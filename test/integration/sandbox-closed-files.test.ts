import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { findClosed } from '../../src/main/sandbox/closed-files.ts'
import { matchesPath } from '../../src/main/tools/permission/match.ts'
import { openSandboxRig, supportHere } from '../support/rigs/sandbox-rig.ts'

const support = await supportHere()
const hasSandbox = support.available && support.kind === 'bubblewrap'

const rule = (tool: string, pattern: string, action: PermissionRule['action'] = 'deny'): PermissionRule => ({
  tool,
  pattern,
  action,
})

async function openProject(rules: readonly PermissionRule[], files: readonly string[]) {
  const rig = await openSandboxRig({ rules })
  const put = async (name: string) => {
    await mkdir(dirname(join(rig.root, name)), { recursive: true })
    await writeFile(join(rig.root, name), `content of ${name}\n`)
  }
  for (const name of files) await put(name)
  const shows = async (name: string) => (await rig.inside(`cat ${name}`)).output.includes('content')
  return { ...rig, put, shows }
}

describe.skipIf(!hasSandbox)('what rules with wildcards close', () => {
  it.each<[PermissionRule[], string, boolean]>([
    [[rule('read', '**/*.pem')], 'a.pem', false],
    [[rule('read', '**/*.pem')], 'deep/in/a.pem', false],
    [[rule('read', '*.pem')], 'deep/in/a.pem', false],
    [[rule('read', '**/*.PEM')], 'deep/a.pem', false],
    [[rule('*', '**/*.pem')], 'a.pem', false],
    [[rule('read', '.env')], 'app/.env', false],
    [[rule('read', '**/.env*')], 'app/.env.local', false],
    [[rule('read', '**/.env*'), rule('read', '**/.env.example', 'allow')], '.env.example', true],
    [[rule('read', '**/.env.example', 'allow'), rule('read', '**/.env*')], '.env.example', false],
    [[rule('read', 'config/*.json')], 'config/key.json', false],
    [[rule('read', 'config/*.json')], 'other/key.json', true],
    [[rule('read', '**/private/**')], 'a/private/b/c', false],
    [[rule('read', '**/*.pem', 'ask')], 'a.pem', true],
    [[rule('edit', '**/*.pem')], 'a.pem', true],
  ])('%j: %s is shown: %s', async (rules, name, shown) => {
    const project = await openProject(rules, [name])
    expect((await project.outside(`cat ${name}`)).output).toContain('content')
    expect(await project.shows(name)).toBe(shown)
  })

  it('cannot be changed where a rule closes it to edits', async () => {
    const project = await openProject([rule('edit', '**/*.lock')], ['a/b.lock'])
    await project.inside('echo changed > a/b.lock; rm -f a/b.lock')
    expect((await project.outside('cat a/b.lock')).output).toBe('content of a/b.lock\n')
  })

  it('is hidden from the next command when it is new', async () => {
    const project = await openProject([rule('read', '**/*.pem')], [])
    await project.put('new/a.pem')
    expect(await project.shows('new/a.pem')).toBe(false)
  })

  it('leaves alone what package managers put into their folders', async () => {
    const project = await openProject([rule('read', '**/*.pem')], ['node_modules/a/test.pem'])
    const { exitCode } = await project.inside('rm -rf node_modules')
    expect(exitCode).toBe(0)
  })

  it.each([
    ['config/key.json', rule('read', 'config/key.json')],
    ['config/deep/key.json', rule('read', 'config/**/*.json')],
    ['config/a/b/key.json', rule('read', 'config/a/b/key.json')],
  ])('keeps the names of the folders around %s', async (name, closed) => {
    const project = await openProject([closed], [name])
    await project.inside('mv config moved')
    expect((await project.inside('cat $(find . -name key.json)')).output).not.toContain('content')
    expect((await project.outside('ls')).output).toContain('config')
  })

  it('cannot be changed under another name of its folder either', async () => {
    const project = await openProject([rule('edit', 'config/prod.json')], ['config/prod.json'])
    await project.inside('mv config moved')
    await project.inside('echo changed > moved/prod.json; mv moved config')
    expect((await project.outside('cat config/prod.json')).output).toBe('content of config/prod.json\n')
  })

  it('are also the start-up files of the home folder where that is the project', async () => {
    const rig = await openSandboxRig({ root: 'home' })
    await rig.outside('echo mine > ~/.bashrc; mkfifo ~/pipe')
    const { receipt } = await rig.inside(
      'echo evil > ~/.bashrc; echo evil > ~/.profile; mkdir -p ~/.config/autostart; echo evil > ~/.config/autostart/x; timeout 1 sh -c "echo > ~/pipe"; echo kept > ~/plain',
    )
    const { output } = await rig.outside('cat ~/.bashrc ~/plain; ls ~/.profile ~/.config/autostart')
    expect(output).toMatch(/^mine\nkept\n/)
    expect(output).not.toMatch(/\/\.profile$|^x$/m)
    expect(receipt?.blocked.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['.profile', '.config/autostart']),
    )
    expect(receipt?.rules.hides).toContain('~/pipe')
  })

  it('says on the card when the project is too large to be searched', async () => {
    const { root } = await openProject([], ['a', 'b', 'c', 'd.pem'])
    const covers = (pattern: string, shown: string, home: string) => matchesPath(pattern, shown, home, 'any')
    const standing = [{ rules: [[rule('read', '**/*.pem')]], grants: [] }]
    const search = { root, home: '/h', standing, covers }
    expect((await findClosed(search)).hidden).toEqual([`${root}/d.pem`])
    expect((await findClosed({ ...search, most: 2 })).limited).toBe(true)
    const project = await openProject([rule('read', '**/*.pem')], ['a.pem'])
    expect((await project.inside('true')).receipt?.rules.hides).toContain(`${project.root}/a.pem`)
  })
})
