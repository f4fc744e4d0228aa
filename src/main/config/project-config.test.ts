import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadProjectConfig } from './project-config.ts'

let project = ''
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'orrery-project-'))
  await mkdir(join(project, '.orrery'))
})
afterEach(() => rm(project, { recursive: true, force: true }))

describe('loadProjectConfig', () => {
  it('reads what the project sets', async () => {
    await writeFile(join(project, '.orrery', 'config.toml'), '[runs]\nmaxTurns = 3\n')
    expect(await loadProjectConfig(project)).toEqual({ config: { runs: { maxTurns: 3 } }, problem: null })
  })

  it('sets nothing where there is no file', async () => {
    expect(await loadProjectConfig(project)).toEqual({ config: null, problem: null })
    expect(await loadProjectConfig(join(project, 'nothing'))).toEqual({ config: null, problem: null })
  })

  it.skipIf(process.platform === 'win32')('waits for no pipe, and reads no folder', async () => {
    const file = join(project, '.orrery', 'config.toml')
    execFileSync('mkfifo', [file])
    const problem = { message: '.orrery/config.toml cannot be used.' }
    expect(await loadProjectConfig(project)).toMatchObject({ config: null, problem })
    await rm(file)
    await mkdir(file)
    expect(await loadProjectConfig(project)).toMatchObject({ config: null, problem })
  })

  it('sets nothing and says why when the file goes beyond what a project may say', async () => {
    await writeFile(join(project, '.orrery', 'config.toml'), 'permissionMode = "bypass"\n')
    expect(await loadProjectConfig(project)).toMatchObject({
      config: null,
      problem: {
        code: 'config.invalid',
        message: expect.stringContaining(
          'Unsupported config key: permissionMode (.orrery/config.toml, line 1)',
        ),
      },
    })
  })
})
