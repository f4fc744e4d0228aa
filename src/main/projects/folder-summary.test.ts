import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browserAt } from '../../../test/support/rigs/directory-rig.ts'

const never = new AbortController().signal
const posix = process.platform !== 'win32'
let root = ''
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'orrery 目录-')))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const open = () => browserAt(root)
const folder = (...names: string[]) => mkdir(join(root, ...names), { recursive: true })
const file = async (text: string, ...names: string[]) => {
  await folder(...names.slice(0, -1))
  await writeFile(join(root, ...names), text)
}

describe('describing a folder', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', join(root, 'api'), ...args], { stdio: 'ignore' })

  it('says what it holds that matters here', async () => {
    await file('{"name": "api"}', 'api', 'package.json')
    await file('# Rules', 'api', 'AGENTS.md')
    for (const name of ['a.js', 'b.mjs', 'c.txt']) await file('', 'api', '.orrery', 'workflows', name)
    await file('', 'api', '.orrery', 'agents', 'reviewer.md')
    git('init', '-q', '-b', 'main')
    expect(await open().describe('~/api/', never)).toEqual({
      path: join(root, 'api'),
      displayPath: join('~', 'api'),
      name: 'api',
      branch: 'main',
      changedFiles: 3,
      packageName: 'api',
      hasAgentsFile: true,
      workflows: 2,
      agents: 1,
      registered: false,
      problem: null,
    })
  })

  it.runIf(posix)('starts no program that the folder names', async () => {
    const proof = join(root, 'proof')
    await file('text', 'api', 'a.txt')
    git('init', '-q', '-b', 'main')
    git('config', 'core.fsmonitor', `touch "${proof}"; false`)
    expect(await open().describe('~/api', never)).toMatchObject({ branch: 'main', changedFiles: null })
    git('config', '--unset', 'core.fsmonitor')
    expect(await open().describe('~/api', never)).toMatchObject({ changedFiles: 1 })
    await expect(realpath(proof)).rejects.toThrow()
  })

  it('says what is wrong instead of failing', async () => {
    await file('text', 'notes.txt')
    expect(await open().describe('~/nothing', never)).toMatchObject({
      name: 'nothing',
      branch: null,
      problem: { code: 'project.not_found' },
    })
    expect(await open().describe('~/notes.txt', never)).toMatchObject({
      problem: { code: 'project.not_directory' },
    })
    expect(await open().describe('relative', never)).toMatchObject({ problem: { code: 'project.not_found' } })
  })

  it('reads no package name from a file that is no package', async () => {
    for (const text of [
      '{',
      '[]',
      '{"name": 3}',
      '{"name": "a\\u0000b"}',
      `{"name": "${'x'.repeat(70_000)}"}`,
    ]) {
      await file(text, 'api', 'package.json')
      expect(await open().describe('~/api', never)).toMatchObject({ packageName: null, problem: null })
    }
  })

  it.runIf(posix)('does not wait at a pipe', async () => {
    await folder('api', '.git')
    execFileSync('mkfifo', [join(root, 'api', 'package.json'), join(root, 'api', '.git', 'HEAD')])
    expect(await open().describe('~/api', never)).toMatchObject({ packageName: null, branch: null })
  })
})
