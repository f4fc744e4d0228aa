import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { UserConfig } from '#shared/config/config.ts'
import { englishOf } from '#shared/sentences.ts'
import { createFolderFiles } from '../../config/layers/folder-files.ts'
import { overlay } from '../../config/layers/overlay.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createSecretVariables } from '../../lib/secret-variables.ts'
import { judge } from '../../tools/permission/judge.ts'
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

/** What project settings need besides the layers. Two of the same folder are two starts of the app. */
const parts = (root: string) => ({
  files: createFolderFiles({ copies: join(root, 'copies'), logger: silentLogger, now: Date.now }),
  secretVariables: createSecretVariables(),
  sandbox: () => ({}),
})

it('keeps the refusals of a project in force when its file is broken later', async () => {
  const root = await mkdtemp(join(tmpdir(), 'orrery rules '))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, '.orrery'))
  const file = join(root, '.orrery', 'config.toml')
  const settings = createProjectSettings({
    ...layersOf({}),
    ...parts(root),
  })
  await writeFile(file, '[[permissions]]\ntool = "bash"\naction = "deny"\n')
  await settings.refresh(root)
  const refusals = settings.rules(root)
  expect(refusals.flat()).toEqual([{ tool: 'bash', action: 'deny' }])

  await writeFile(file, 'this is = not [ TOML')
  await settings.refresh(root)
  expect(settings.rules(root)).toEqual(refusals)
  const restarted = createProjectSettings({ ...layersOf({}), ...parts(root) })
  await restarted.refresh(root)
  expect(restarted.rules(root)).toEqual(refusals)
  expect(restarted.freestMode(root)).toBeUndefined()
  expect(englishOf(restarted.broken(root))).toMatch(
    /line 1.*Until you correct .orrery\/config.toml, its last good settings stay in force\.$/,
  )
  await rm(file)
  await settings.refresh(root)
  expect(settings.rules(root).flat()).toEqual([])
})

it('asks about every step in a project whose settings were never read without an error', async () => {
  const root = await mkdtemp(join(tmpdir(), 'orrery unknown '))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, '.orrery'))
  const file = join(root, '.orrery', 'config.local.toml')
  await writeFile(file, 'this is = not [ TOML')
  const settings = createProjectSettings({ ...layersOf({}), ...parts(root) })
  await settings.refresh(root)
  const act = { access: 'read', target: 'a.ts', outside: false, proposedRule: null } as const
  const verdict = () => {
    const standing = { rules: settings.rules(root), mode: settings.freestMode(root) ?? 'bypass' } as const
    return judge({ tool: 'read', acts: [act], grants: [], home: '/home/ada', ...standing }).verdict
  }
  expect(verdict()).toBe('ask')
  expect(englishOf(settings.broken(root))).toContain('every step of an agent in this project asks you')

  await writeFile(file, '[runs]\nmaxTurns = 5\n')
  await settings.refresh(root)
  expect(settings.broken(root)).toEqual([])
  expect(verdict()).toBe('allow')
})

it('lets a folder have its own word on memories, and on the share they take of a request', async () => {
  const root = await mkdtemp(join(tmpdir(), 'orrery memory '))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, '.orrery'))
  await writeFile(join(root, '.orrery', 'config.toml'), '[memory]\nmaxBudgetFraction = 0.1\n')
  const settings = createProjectSettings({
    ...layersOf({ memory: { minScore: 0.4 } }),
    ...parts(root),
  })
  expect(await settings.recall(root)).toEqual({
    values: { recall: true, minScore: 0.4, maxBudgetFraction: 0.1 },
    from: { recall: 'builtin', minScore: 'user', maxBudgetFraction: 'project' },
  })
  expect(settings.context(root, { model: 'lab/big' })).toEqual({ recallFraction: 0.1 })
})

it('applies the profile that a project, a model or a chat chooses', async () => {
  const root = await mkdtemp(join(tmpdir(), 'orrery profiles '))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, '.orrery'))
  await writeFile(
    join(root, '.orrery', 'config.toml'),
    '[context]\nprofile = "short"\n[context.profiles.short]\ncompactAt = 0.4\n',
  )
  const own: UserConfig = {
    models: { big: { type: 'builtin', provider: 'openai', id: 'gpt-5' } },
    context: {
      compactAt: 0.6,
      reserveOutput: 4_000,
      profiles: { long: { compactAt: 0.9 } },
      models: { big: 'long' },
    },
  }
  const settings = createProjectSettings({ ...layersOf(own), ...parts(root) })
  await settings.refresh(root)
  const compactAt = (model: string, chat: string | null = null) =>
    settings.context(root, { chat, model }).compactAt
  expect([compactAt('openai/gpt-5'), compactAt('lab/other'), compactAt('openai/gpt-5', 'short')]).toEqual([
    0.9, 0.4, 0.4,
  ])
  expect(settings.context(root, { model: 'lab/other' })).toEqual({
    compactAt: 0.4,
    reserveOutput: 4_000,
    recallFraction: 0.2,
  })
  const forced = createProjectSettings({
    ...layersOf(own, { commandLine: { context: { profile: 'long' } } }),
    ...parts(root),
  })
  await forced.refresh(root)
  expect(forced.context(root, { chat: 'short', model: 'lab/other' }).compactAt).toBe(0.9)
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
    ...parts(root),
  })
  await settings.refresh(root)
  expect(settings.runs(root)).toMatchObject({ maxTurns: 4, silentMinutes: 30, maxCost: 2 })
  expect(settings.forcedTurns()).toBe(4)
  expect(settings.context(root, { agent: { autoCompact: true }, model: 'lab/big' })).toMatchObject({
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
    ...parts(root),
  })
  const { local } = await settings.layers(root)
  expect(settings.runs(root).maxTurns).toBe(5)
  expect(local.problem?.message).toContain('permissions.0.action (.orrery/config.local.toml')
})
