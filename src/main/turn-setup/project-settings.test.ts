import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { UserConfig } from '#shared/config/config.ts'
import { silentLogger } from '../lib/logger.ts'
import { createSecretVariables } from '../lib/secret-variables.ts'
import { createProjectSettings } from './project-settings.ts'

it('keeps the refusals of a project in force when its file is broken later', async () => {
  const root = await mkdtemp(join(tmpdir(), 'orrery rules '))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(join(root, '.orrery'))
  const file = join(root, '.orrery', 'config.toml')
  const settings = createProjectSettings({
    user: () => ({}) as UserConfig,
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
  const user = () => ({ memory: { minScore: 0.4 } }) as UserConfig
  const settings = createProjectSettings({
    ...{ user, now: Date.now, logger: silentLogger, sandbox: () => ({}) },
    secretVariables: createSecretVariables(),
    sandbox: () => ({}),
  })
  expect(await settings.recall(root)).toEqual({
    values: { recall: true, minScore: 0.4, maxBudgetFraction: 0.1 },
    from: { recall: 'builtin', minScore: 'user', maxBudgetFraction: 'project' },
  })
  expect(settings.context(root)).toEqual({ recallFraction: 0.1 })
})
