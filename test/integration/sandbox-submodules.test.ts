import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSandboxRig, supportHere } from '../support/rigs/sandbox-rig.ts'

const support = await supportHere()
const hasSandbox = support.available && support.kind === 'bubblewrap'

const GIT = 'git -c protocol.file.allow=always -c user.name=a -c user.email=a@b'
const LIBRARY = `git init -q lib && ${GIT} -C lib commit -q --allow-empty -m first`

async function openProject(prepare = 'true') {
  const rig = await openSandboxRig({ opensGitSettings: true })
  const ready = await rig.outside(`git init -q . && ${LIBRARY} && ${prepare}`)
  if (ready.exitCode !== 0) throw new Error(ready.output)
  return rig
}
const text = (rig: Awaited<ReturnType<typeof openProject>>, name: string) =>
  readFile(join(rig.root, name), 'utf8')

describe.skipIf(!hasSandbox)('a submodule that a command adds', () => {
  it.each(['sub', 'libs/sub'])('works afterwards, and so does the next one: %s', async (name) => {
    const rig = await openProject()
    const first = await rig.inside(`${GIT} submodule add ./lib ${name}`)
    expect([first.exitCode, first.receipt?.blocked]).toEqual([0, []])
    const second = await rig.inside(`${GIT} submodule add ./lib other`)
    expect([second.exitCode, second.receipt?.blocked]).toEqual([0, []])
    const { output } = await rig.outside(`git submodule status && git -C ${name} log --format=%s`)
    for (const each of [name, 'other']) expect(output).toContain(` ${each} (heads/`)
    expect(output).toMatch(/\)\nfirst\n$/)
  })

  it('works in a project whose own settings start programs', async () => {
    const rig = await openProject('git config filter.lfs.clean cat')
    const { receipt } = await rig.inside(`${GIT} submodule add ./lib sub`)
    expect(receipt?.blocked).toEqual([])
    expect((await rig.outside('git -C sub log --format=%s')).output).toBe('first\n')
  })

  const [HOOKS, SETTINGS] = ['.git/modules/sub/hooks', '.git/modules/sub/config']
  const add = `${GIT} submodule add ./lib sub`
  it.each([
    ['hooks', `${add}; echo evil > .git/modules/sub/hooks/post-checkout`, ['sub/.git', HOOKS, SETTINGS]],
    ['settings', `${add}; git -C sub config core.fsmonitor ./evil`, ['sub/.git', SETTINGS]],
    ['a work tree elsewhere', `${add}; git -C sub config core.worktree "$OUT"`, ['sub/.git', SETTINGS]],
    ['two work trees', `${add}; git -C sub config --add core.worktree "$OUT"`, ['sub/.git', SETTINGS]],
    [
      'a program for its list',
      `${add}; git config -f .gitmodules submodule.sub.update '!evil'`,
      ['.gitmodules'],
    ],
    ['another address', `${add}; git config -f .gitmodules submodule.sub.url ext::evil`, ['.gitmodules']],
    ['a folder elsewhere', `${add}; git config -f .gitmodules submodule.sub.path ../sub`, ['.gitmodules']],
  ])('stays out of work with %s', async (_, command, renamed) => {
    const rig = await openProject()
    const { receipt } = await rig.inside(command)
    expect(receipt?.blocked.map(({ name }) => name)).toEqual(renamed)
    for (const name of renamed) expect(existsSync(join(rig.root, `${name}.blocked`))).toBe(true)
  })

  it('cannot give an old list a program', async () => {
    const rig = await openProject(`${GIT} submodule --quiet add ./lib sub`)
    const before = await text(rig, '.gitmodules')
    const { receipt } = await rig.inside("git config -f .gitmodules submodule.sub.update '!evil'")
    expect(receipt?.blocked).toEqual([{ what: 'git_setting', name: '.gitmodules', tries: 1 }])
    expect(await text(rig, '.gitmodules')).toBe(before)
  })
})
