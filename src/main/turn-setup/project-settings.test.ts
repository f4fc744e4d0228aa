import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { UserConfig } from '#shared/config/config.ts'
import { overlay } from '../config/layers/overlay.ts'
import { silentLogger } from '../lib/logger.ts'
import { createSecretVariables } from '../lib/secret-variables.ts'
import { createProjectSettings } from './project-settings.ts'

/** The person's settings below those of the command line and of an administrator. */
function layersOf(
  own: UserConfig,
  { commandLine = {}, managed = {} }: Partial<Record<'commandLine' | 'managed', UserConfig>> = {},
) {
  const forced = overlay(commandLine, managed)
  return {
    own: () => own,
    user: () => overlay(own, forced),
    higher: { forced: () => forced, commandLine: () => commandLine, managed: () => managed },
  }
}

it('keeps the refusals of a project in force when its file is broken later', async () => {
  const root = await mkdtemp(join(tmpdir(), 'orrery rules '))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, '.orrery'))
  const file = join(root, '.orrery', 'config.toml')
  const settings = createProjectSettings({
    ...layersOf({}),
    now: Date.now,
    logger: silentLogger,
    secretVariables: createSecretVariables(),
    sandbox: () => ({}),
  })
  await writeFile(file, '[[permissions]]\ntool = "bash"\naction = "deny"\n')
  await settings.refresh(root)
  const refusals = settings.rules(root)
  expect(refusals.flat()).toEqual([{ tool: 'bash', action: 'deny' }])

  await writeFile(file, 'this is = not [ TOML')
  await settings.refresh(root)
  expect(settings.rules(root)).toEqual(refusals)
  await rm(file)
  await settings.refresh(root)
  expect(settings.rules(root).flat()).toEqual([])
})

it('lets a folder have its own word on memories, and on the share they take of a request', async () => {
  const root = await mkdtemp(join(tmpdir(), 'orrery memory '))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, '.orrery'))
  await writeFile(join(root, '.orrery', 'config.toml'), '[memory]\nmaxBudgetFraction = 0.1\n')
  const settings = createProjectSettings({
    ...layersOf({ memory: { minScore: 0.4 } }),
    now: Date.now,
    logger: silentLogger,
    secretVariables: createSecretVariables(),
    sandbox: () => ({}),
  })
  expect(await settings.recall(root)).toEqual({
    values: { recall: true, minScore: 0.4, maxBudgetFraction: 0.1 },
    from: { recall: 'builtin', minScore: 'user', maxBudgetFraction: 'project' },
  })
  expect(settings.context(root)).toEqual({ recallFraction: 0.1 })
})

it('puts the local file over that of the project, and the higher layers over both', async () => {
  const root = await mkdtemp(join(tmpdir(), 'orrery layers '))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, '.orrery'))
  const shared =
    '[runs]\nmaxTurns = 5\nsilentMinutes = 3\nmaxCost = 9\n[sandbox]\nhide = ["a"]\nmemoryMb = 512\n' +
    '[[permissions]]\ntool = "web"\naction = "ask"\n'
  const local =
    '[runs]\nmaxTurns = 7\n[context]\nreserveOutput = 99\n[sandbox]\nhide = ["b"]\nmemoryMb = 1024\n' +
    '[[permissions]]\ntool = "bash"\naction = "deny"\n'
  await writeFile(join(root, '.orrery', 'config.toml'), shared)
  await writeFile(join(root, '.orrery', 'config.local.toml'), local)
  const managed: UserConfig = {
    runs: { silentMinutes: 30, maxTurns: 4 },
    context: { autoCompact: false },
    permissions: [{ tool: 'write', action: 'deny' }],
  }
  const settings = createProjectSettings({
    ...layersOf({ runs: { maxCost: 2 } }, { commandLine: { runs: { maxTurns: 50 } }, managed }),
    now: Date.now,
    logger: silentLogger,
    secretVariables: createSecretVariables(),
    sandbox: () => ({}),
  })
  await settings.refresh(root)
  expect(settings.runs(root)).toMatchObject({ maxTurns: 4, silentMinutes: 30, maxCost: 2 })
  expect(settings.forcedTurns()).toBe(4)
  expect(settings.context(root, { autoCompact: true })).toMatchObject({
    reserveOutput: 99,
    autoCompact: false,
  })
  expect(settings.sandbox(root)).toEqual({ hide: ['a', 'b'], memoryMb: 512 })
  expect(settings.rules(root)).toEqual([
    [],
    [
      { tool: 'web', action: 'ask' },
      { tool: 'bash', action: 'deny' },
    ],
    [],
    [{ tool: 'write', action: 'deny' }],
  ])
})

it('keeps the shared file of a project in force when the local file has an error', async () => {
  const root = await mkdtemp(join(tmpdir(), 'orrery broken '))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, '.orrery'))
  await writeFile(join(root, '.orrery', 'config.toml'), '[runs]\nmaxTurns = 5\n')
  await writeFile(
    join(root, '.orrery', 'config.local.toml'),
    '[[permissions]]\ntool = "a"\naction = "allow"\n',
  )
  const settings = createProjectSettings({
    ...layersOf({}),
    now: Date.now,
    logger: silentLogger,
    secretVariables: createSecretVariables(),
    sandbox: () => ({}),
  })
  const { local } = await settings.layers(root)
  expect(settings.runs(root).maxTurns).toBe(5)
  expect(local.problem?.message).toContain('permissions.0.action (.orrery/config.local.toml')
})
