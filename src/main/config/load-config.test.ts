import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CustomModelConfig, UserConfig } from '#shared/config/config.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import { systemClock } from '../lib/clock.ts'
import { silentLogger } from '../lib/logger.ts'
import { createSecretVariables } from '../lib/secret-variables.ts'
import { type Config, createConfig } from './load-config.ts'
import { homePaths } from './paths.ts'

let home = ''
const opened: Config[] = []
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-设置-'))
  await mkdir(join(home, 'data'))
})
afterEach(async () => {
  for (const config of opened.splice(0)) await config.close()
  await rm(home, { recursive: true, force: true })
})

const write = (text: string) => writeFile(join(home, 'config.toml'), text)
const read = () => readFile(join(home, 'config.toml'), 'utf8')

async function open(forced: UserConfig = {}) {
  const told: AppEvent[] = []
  const secretVariables = createSecretVariables()
  const config = createConfig({
    paths: homePaths(home),
    clock: systemClock,
    logger: silentLogger,
    tell: (event) => void told.push(event),
    secretVariables,
    forced: () => forced,
  })
  opened.push(config)
  await config.load()
  return { config, told, secretVariables }
}

const lab: CustomModelConfig = {
  type: 'custom',
  api: 'openai-completions',
  provider: 'lab',
  id: 'qwen3:8b',
  baseUrl: 'http://127.0.0.1:11434/v1',
  contextWindow: 32_768,
  maxTokens: 4_096,
  reasoning: false,
}

describe('reading config.toml', () => {
  it('starts with nothing when there is no file', async () => {
    const { config, told } = await open()
    expect([config.current(), config.problem(), told]).toEqual([{}, null, []])
  })

  it('learns which variables hold keys, also from a broken file, and forgets none', async () => {
    await write('[model]\napiKeyRef = "env:FIRST_ACCESS"\nnonsense = [')
    const { config, secretVariables } = await open()
    expect([...secretVariables.names()]).toEqual(['FIRST_ACCESS'])
    await write('# keys = "env:SECOND_ACCESS", "env:PATH"\n')
    await config.load()
    await write('')
    await config.load()
    // Nothing works without PATH, and it is no key.
    expect([...secretVariables.names()]).toEqual(['FIRST_ACCESS', 'SECOND_ACCESS'])
  })

  it('reads what it says', async () => {
    await write('\uFEFFpermissionMode = "plan"\r\n[runs]\r\nmaxTurns = 12\r\n')
    expect((await open()).config.current()).toEqual({ permissionMode: 'plan', runs: { maxTurns: 12 } })
  })

  it('refuses a reasoning effort for a model that does not think, by its name', async () => {
    await write(
      `[model]\ntype = "custom"\napi = "openai-completions"\nprovider = "lab"\nid = "m"\nbaseUrl = "http://localhost:1/v1"\ncontextWindow = 8192\nmaxTokens = 1024\nreasoning = false\nreasoningEffort = "low"\n`,
    )
    const { config } = await open()
    expect(config.problem()).toMatchObject({
      code: 'config.invalid',
      message: expect.stringMatching(/model\.reasoningEffort.*only a model with reasoning = true/s),
    })
  })

  it.each([
    ['a protocol without an empty field', 'anthropic-messages', true, 'provider_empty_replay_field'],
    ['a model that does not think', 'openai-completions', false, 'allow'],
  ])('refuses a replay setting for %s, by its name', async (_, api, reasoning, replay) => {
    await write(
      `[model]\ntype = "custom"\napi = "${api}"\nprovider = "lab"\nid = "m"\nbaseUrl = "http://localhost:1/v1"\ncontextWindow = 8192\nmaxTokens = 1024\nreasoning = ${reasoning}\nproviderReplay = "${replay}"\n`,
    )
    const { config } = await open()
    expect(config.problem()).toMatchObject({
      code: 'config.invalid',
      message: expect.stringMatching(/model\.providerReplay/),
    })
  })

  it.each(['nobody', 'constructor', 'OpenAI'])(
    'refuses the provider %s and names the known ones',
    async (name) => {
      await write(`[models.mine]\ntype = "builtin"\nprovider = "${name}"\nid = "m"\n`)
      const { config } = await open()
      expect(config.problem()).toMatchObject({
        code: 'config.invalid',
        message: expect.stringMatching(
          /models\.mine\.provider.*openai.*deepseek.*groq.*cerebras.*qwen.*mistral.*openrouter.*orrery/s,
        ),
      })
    },
  )

  it('refuses a model that the provider of the Practice model does not have', async () => {
    await write('[model]\ntype = "builtin"\nprovider = "orrery"\nid = "gpt-5"\n')
    const { config } = await open()
    expect(config.problem()?.message).toMatch(/model\.id.*practice/s)
  })

  it('keeps the last good settings over a broken file, also over a restart', async () => {
    await write('[runs]\nmaxTurns = 12\n')
    const { config, told } = await open()
    await write('[runs]\nmaxTurn = 13\n')
    await config.load()
    const problem = { code: 'config.invalid', message: expect.stringContaining('runs.maxTurn ') }
    expect(config.current()).toEqual({ runs: { maxTurns: 12 } })
    expect(config.problem()).toMatchObject(problem)
    expect(told).toMatchObject([{ kind: 'config.changed', problem }])
    await config.load()
    expect(told).toHaveLength(1)

    const later = await open()
    expect(later.config.current()).toEqual({ runs: { maxTurns: 12 } })
    expect(later.config.problem()).toMatchObject(problem)
    await write('[runs]\nmaxTurns = 14\n')
    await later.config.load()
    expect([later.config.current(), later.config.problem()]).toEqual([{ runs: { maxTurns: 14 } }, null])
    expect(later.told).toEqual([{ kind: 'config.changed', problem: null }])
  })

  it('starts with nothing when the copy of the good settings is broken as well', async () => {
    await write('[[[')
    await writeFile(join(home, 'data', 'config.last-good.toml'), ']]]')
    const { config } = await open()
    expect(config.current()).toEqual({})
    expect(config.problem()).toMatchObject({ code: 'config.invalid' })
  })

  it('follows what an editor writes, whether in place or by putting a new file there', async () => {
    const { config, told } = await open()
    config.watch()
    await write('[runs]\nmaxTurns = 1\n')
    await vi.waitFor(() => expect(config.current()).toEqual({ runs: { maxTurns: 1 } }), 5_000)
    await writeFile(join(home, 'new'), '[runs]\nmaxTurns = 2\n')
    await rename(join(home, 'new'), join(home, 'config.toml'))
    await vi.waitFor(() => expect(config.current()).toEqual({ runs: { maxTurns: 2 } }), 5_000)
    await write('broken')
    await vi.waitFor(() => expect(config.problem()).not.toBeNull(), 5_000)
    await rm(join(home, 'config.toml'))
    await vi.waitFor(() => expect([config.current(), config.problem()]).toEqual([{}, null]), 5_000)
    expect(told.length).toBeGreaterThanOrEqual(4)
  }, 30_000)
})

describe('saving a model', () => {
  const text = `# My settings
permissionMode = "ask" # always

[runs]
maxTurns = 12   # enough

# The small one
[models.small]   # on this machine
type = "custom"
api = "openai-completions"
provider = "lab"
id = "qwen3:8b"
baseUrl = "http://localhost:1/v1" # old
label = "Small"
contextWindow = 8192
maxTokens = 1024
reasoning = false

# Nothing may be deleted
[[permissions]]
tool = "bash"
pattern = "rm *"
action = "deny"
`

  it('makes the file when there is none, and tells of the change', async () => {
    const { config, told } = await open()
    await config.saveModel(lab)
    expect(config.current()).toEqual({ models: { 'lab/qwen3:8b': lab } })
    expect(told).toEqual([{ kind: 'config.changed', problem: null }])
    expect((await open()).config.current()).toEqual(config.current())
    expect((await readdir(home)).sort()).toEqual(['config.toml', 'data'])
    await config.saveModel(lab)
    expect(told).toHaveLength(1)
  })

  it('changes the lines it must and leaves every other as it was', async () => {
    await write(text)
    const { config } = await open()
    await config.saveModel({ ...lab, apiKeyRef: 'vault:lab' })
    const expected = text
      .replace('"http://localhost:1/v1" # old', '"http://127.0.0.1:11434/v1" # old')
      .replace('label = "Small"\n', '')
      .replace('8192', '32768')
      .replace('1024', '4096')
      .replace('reasoning = false\n', 'reasoning = false\napiKeyRef = "vault:lab"\n')
    expect(await read()).toBe(expected)
  })

  it('adds another model after what is there', async () => {
    await write(text)
    const { config } = await open()
    await config.saveModel({ ...lab, id: '模型 "x"' })
    expect(await read()).toMatch(
      new RegExp(`^${escapeRegExp(text)}\n\\[models\\."lab/模型 \\\\"x\\\\""\\]\ntype = `),
    )
    expect(Object.keys(config.current().models ?? {})).toEqual(['small', 'lab/模型 "x"'])
  })

  it('keeps Windows line endings', async () => {
    await write(text.replaceAll('\n', '\r\n'))
    const { config } = await open()
    await config.saveModel(lab)
    expect((await read()).replaceAll('\r\n', '')).not.toContain('\n')
    expect(config.problem()).toBeNull()
  })

  it('loses no setting in a file it cannot edit line by line', async () => {
    const inline = `models = { small = { type = "custom", ${modelLines({ ...lab, label: 'Old' })
      .trim()
      .replaceAll('\n', ', ')} } }\nruns.maxTurns = 3\n`
    await write(inline)
    const { config } = await open()
    await config.saveModel(lab)
    expect(config.current()).toEqual({ runs: { maxTurns: 3 }, models: { small: lab } })
    expect((await open()).config.current()).toEqual(config.current())
  })

  it('sets the default and keeps the one before it', async () => {
    await write(`[model] # the default\ntype = "custom"\n${modelLines({ ...lab, id: 'before' })}`)
    const { config } = await open()
    await config.saveModel(lab)
    await config.setDefaultModel({ type: 'builtin', provider: 'orrery', id: 'practice' })
    expect(config.current()).toEqual({
      model: { type: 'builtin', provider: 'orrery', id: 'practice' },
      models: { 'lab/qwen3:8b': lab, 'lab/before': { ...lab, id: 'before' } },
    })
    expect(await read()).toContain('[model] # the default')
    await config.setDefaultModel(lab)
    await config.saveModel({ ...lab, label: 'New' })
    expect(config.current().model).toEqual({ ...lab, label: 'New' })
    await config.removeModel('lab/qwen3:8b')
    expect(config.current()).toEqual({ models: { 'lab/before': { ...lab, id: 'before' } } })
    await config.removeModel('lab/nothing')
    await config.removeModel('lab/before')
    expect(config.current()).toEqual({})
    expect(config.problem()).toBeNull()
  })

  it('removes a model also where it stands in for another', async () => {
    await write(
      `[models.lab]\ntype = "custom" # mine\n${modelLines({ ...lab, fallback: 'spare' })}[models.spare]\ntype = "custom"\n${modelLines({ ...lab, id: 'spare' })}`,
    )
    const { config } = await open()
    await config.removeModel('lab/spare')
    expect(config.problem()).toBeNull()
    expect(config.current()).toEqual({ models: { lab } })
    expect(await read()).toContain('type = "custom" # mine')
  })

  it('keeps who does small jobs, and removes it with its model', async () => {
    await write(`[models.lab]\ntype = "custom" # mine\n${modelLines(lab)}`)
    const { config } = await open()
    await config.setRole('small', 'lab/qwen3:8b')
    expect(config.current()).toEqual({ models: { lab }, roles: { small: 'lab/qwen3:8b' } })
    await config.setRole('small', null)
    expect(config.current()).toEqual({ models: { lab }, roles: {} })
    expect(await read()).toContain('type = "custom" # mine')
    await write(`[models.lab]\ntype = "custom"\n${modelLines(lab)}[roles]\nsmall = "lab"\n`)
    await config.load()
    await config.removeModel('lab/qwen3:8b')
    expect(config.problem()).toBeNull()
    expect(config.current()).toEqual({ roles: {} })
  })

  it('removes a model and keeps the comments around it', async () => {
    await write(text)
    const { config } = await open()
    await config.removeModel('lab/qwen3:8b')
    expect(await read()).toMatch(/# The small one\n# Nothing may be deleted\n\[\[permissions\]\]/)
    expect(config.current().permissions).toHaveLength(1)
  })

  it('does not touch a file that has a problem', async () => {
    await write('[runs]\nmaxTurn = 13\n')
    const { config } = await open()
    await expect(config.saveModel(lab)).rejects.toMatchObject({
      code: 'config.invalid',
      message: expect.stringContaining('Nothing was saved'),
    })
    expect(await read()).toBe('[runs]\nmaxTurn = 13\n')
  })

  it('sees what an editor wrote a moment before', async () => {
    const { config } = await open()
    await write('[runs]\nmaxTurns = 9\n')
    await Promise.all([config.saveModel(lab), config.saveModel({ ...lab, id: 'other' })])
    expect((await open()).config.current()).toEqual({
      runs: { maxTurns: 9 },
      models: { 'lab/qwen3:8b': lab, 'lab/other': { ...lab, id: 'other' } },
    })
  })
})

const modelLines = (model: CustomModelConfig) =>
  Object.entries(model)
    .filter(([key]) => key !== 'type')
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
    .join('')

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

it('refuses to save a setting that a higher layer hides, and saves others', async () => {
  await write('[limits]\nstopPerDay = 5\n')
  const { config } = await open({ limits: { stopPerDay: 1 } })
  const limits = { warnPerDay: null, stopPerDay: 7, warnPerMonth: null, stopPerMonth: null }
  await expect(config.setSpendLimits(limits, null)).rejects.toThrow(
    'The setting limits.stopPerDay has a fixed value',
  )
  expect(await read()).toBe('[limits]\nstopPerDay = 5\n')
  await config.setSpendLimits({ ...limits, stopPerDay: 1, warnPerMonth: 9 }, null)
  expect(await read()).toContain('warnPerMonth = 9')
})
