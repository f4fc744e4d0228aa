import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ManagedPlace } from '#shared/config/managed-place.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createHigherLayers } from './config-layers.ts'
import { managedPlace, readManaged, UNREADABLE_POLICY } from './managed-file.ts'

let folder: string
let place: ManagedPlace
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'managed '))
  await chmod(folder, 0o755)
  // The user of the test takes the part of the administrator.
  place = {
    file: join(folder, 'managed.toml'),
    hooks: join(folder, 'hooks'),
    owner: (await stat(folder)).uid,
  }
})
afterEach(() => rm(folder, { recursive: true }))

const write = async (text: string, mode = 0o644) => {
  await writeFile(place.file, text)
  await chmod(place.file, mode)
}

describe('readManaged', () => {
  it('reads every key of config.toml and the switch of hooks', async () => {
    await write('permissionMode = "plan"\n[runs]\nmaxTurns = 3\n[hooks]\nallow = "managed"\n')
    expect(await readManaged(place)).toEqual({
      config: { permissionMode: 'plan', runs: { maxTurns: 3 }, hooks: { allow: 'managed' } },
      problem: null,
    })
  })

  it('finds no settings without a file', async () => {
    expect(await readManaged(place)).toEqual({ config: null, problem: null })
  })

  it('refuses a file of another owner', async () => {
    await write('permissionMode = "bypass"')
    const { config, problem } = await readManaged({ ...place, owner: (place.owner ?? 0) + 1 })
    expect([config, problem?.message]).toEqual([
      null,
      `${folder} is ignored: it must belong to the administrator, and another user owns it. An administrator can change its owner.`,
    ])
  })

  it.each([0o666, 0o664, 0o646])('refuses a file that others can change (%o)', async (mode) => {
    await write('permissionMode = "bypass"', mode)
    const { config, problem } = await readManaged(place)
    expect([config, problem?.message]).toEqual([
      null,
      `${place.file} is ignored: users other than the administrator can change it. An administrator can remove their write permission.`,
    ])
  })

  it('refuses a file in a folder that others can change', async () => {
    await write('permissionMode = "bypass"')
    await chmod(folder, 0o777)
    expect(await readManaged(place)).toMatchObject({ config: null, problem: { code: 'config.invalid' } })
  })

  it.each(['[runs', 'nonsense = 1', '[hooks]\nallow = "some"'])(
    'frees nothing with an error: %s',
    async (text) => {
      await write(text)
      const { config, problem } = await readManaged(place)
      expect([config, problem?.code]).toEqual([UNREADABLE_POLICY, 'config.invalid'])
    },
  )
})

describe('the place of managed settings', () => {
  it.each([
    ['linux', '/etc/orrery/managed.toml', 0],
    ['darwin', '/Library/Application Support/Orrery/managed.toml', 0],
    ['win32', expect.stringContaining('Program Files'), null],
  ] as const)('is a folder of the administrator on %s', (platform, file, owner) => {
    expect(managedPlace(platform)).toMatchObject({ file, owner })
  })
})

describe('the layers above all files', () => {
  const open = (told: AppEvent[] = []) =>
    createHigherLayers({
      place,
      commandLine: { runs: { maxTurns: 9 }, askForReadOnly: true },
      logger: silentLogger,
      clock: { after: async () => {} },
      tell: (event) => told.push(event),
    })

  it('put the administrator over the command line', async () => {
    await write('[runs]\nmaxTurns = 3\n')
    const layers = open()
    await layers.load()
    expect(layers.forced()).toEqual({ runs: { maxTurns: 3 }, askForReadOnly: true })
    expect(layers.allowedHooks()).toBe('all')
  })

  it('keep the last policy while its file has an error, and drop it with the file', async () => {
    await write('permissionMode = "plan"\n')
    const layers = open()
    await layers.load()
    await write('permissionMode = ')
    await layers.load()
    expect([layers.managed(), layers.problem()?.code]).toEqual([{ permissionMode: 'plan' }, 'config.invalid'])
    await rm(place.file)
    await layers.load()
    expect([layers.managed(), layers.problem()]).toEqual([{}, null])
  })

  it('run no hooks when the first policy has an error', async () => {
    await write('permissionMode = ')
    await mkdir(place.hooks)
    const layers = open()
    await layers.load()
    expect(layers.allowedHooks()).toBe('none')
  })
})
