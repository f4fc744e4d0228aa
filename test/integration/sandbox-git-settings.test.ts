import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { openSandboxRig, supportHere } from '../support/rigs/sandbox-rig.ts'

const support = await supportHere()
const hasSandbox = support.available && support.kind === 'bubblewrap'

async function openRepository(grants: readonly PermissionRule[] = [], opensGitSettings = false) {
  const rig = await openSandboxRig({ grants, opensGitSettings })
  await rig.outside('git init -q .')
  const file = join(rig.root, '.git/config')
  return { ...rig, file, settings: () => readFile(file, 'utf8') }
}
const GRANT: PermissionRule = { tool: 'git', pattern: '.git/config', action: 'allow' }

describe.skipIf(!hasSandbox)('the settings of a repository', () => {
  it.each(['git remote add origin /x', 'git config user.name Ada', 'git init'])(
    'are named as what was blocked: %s',
    async (command) => {
      const rig = await openRepository()
      const before = await rig.settings()
      const { receipt } = await rig.inside(`git config --get x.y; ${command}`)
      const blocked = receipt?.blocked ?? []
      expect(blocked).toMatchObject([{ what: 'write', name: rig.file }])
      expect(await rig.settings()).toBe(before)
    },
  )

  it('take remotes, names and branches once the file was allowed', async () => {
    const rig = await openRepository()
    const command = 'git remote add origin /x && git config user.name Ada && git init'
    const ran = await rig.inside(command, [GRANT])
    expect([ran.exitCode, ran.receipt?.blocked]).toEqual([0, []])
    expect(await rig.settings()).toMatch(/name = Ada/)
  })

  it.each([
    ['core.fsmonitor', './evil', 'core.fsmonitor=./evil'],
    ['core.hooksPath', 'evil', 'core.hookspath=evil'],
    ['alias.status', '!evil', 'alias.status=!evil'],
    ['include.path', '../evil', 'include.path=../evil'],
    ['filter.x.clean', 'evil', 'filter.x.clean=evil'],
    ['remote.origin.uploadpack', 'evil', 'remote.origin.uploadpack=evil'],
  ])('are put back where a command sets %s, and the receipt names it', async (name, value, shown) => {
    const rig = await openRepository()
    const before = await rig.settings()
    const { receipt } = await rig.inside(`git config ${name} '${value}'; git remote add origin /x`, [GRANT])
    expect(receipt?.blocked).toEqual([{ what: 'git_setting', name: shown, tries: 1 }])
    expect(await rig.settings()).toBe(before)
    expect(await readFile(`${rig.file}.blocked`, 'utf8')).toContain(value)
  })

  it.each([
    ['removed', 'rm .git/config'],
    ['a link', 'rm .git/config; ln -s ../evil .git/config; printf "[core]\\n\\tfsmonitor = x\\n" > evil'],
    ['unreadable', 'echo "[[" > .git/config'],
    ['huge', 'head -c 400000 /dev/zero > .git/config'],
    ['a folder', 'rm .git/config; mkdir .git/config; touch .git/config/x'],
  ])('are put back where they are %s', async (_, command) => {
    const rig = await openRepository([], true)
    const before = await rig.settings()
    const { receipt } = await rig.inside(command)
    // A check between two steps of the command is a line of its own.
    expect(new Set(receipt?.blocked.map(({ what }) => what))).toEqual(new Set(['git_setting']))
    expect(await rig.settings()).toBe(before)
  })

  it('are put back while the command still runs', async () => {
    const rig = await openRepository([], true)
    const before = await rig.settings()
    const command = `git config core.fsmonitor ./evil; for i in $(seq 200); do grep -q evil .git/config || break; sleep 0.02; done; cat .git/config`
    const ran = await rig.inside(command)
    expect(ran.output).toBe(before)
    expect(ran.receipt?.blocked).toEqual([{ what: 'git_setting', name: 'core.fsmonitor=./evil', tries: 1 }])
  })

  it('keep the programs they had', async () => {
    const rig = await openRepository([], true)
    await writeFile(rig.file, `${await rig.settings()}[filter "mine"]\n\tclean = cat\n`)
    const { receipt } = await rig.inside('git remote add origin /x')
    expect(receipt?.blocked).toEqual([])
    expect(await rig.settings()).toMatch(/mine[\s\S]*origin/)
  })

  it('leave hooks closed', async () => {
    const rig = await openRepository([], true)
    await rig.inside('echo evil > .git/hooks/pre-commit')
    expect(existsSync(join(rig.root, '.git/hooks/pre-commit'))).toBe(false)
  })
})
