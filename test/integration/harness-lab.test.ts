import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readAgain } from '../../bench/harness/day.ts'
import { EDIT_TASKS } from '../../bench/harness/edit-tasks.ts'
import { runFamilyPart } from '../../bench/harness/family-part.ts'
import { LACKING_TASKS } from '../../bench/harness/lacking-tasks.ts'
import { readSources, runEditCases, runTextSlips } from '../../bench/harness/matcher.ts'
import { PROFILES } from '../../bench/harness/profiles.ts'
import { runTasks } from '../../bench/harness/task-runs.ts'
import type { WireMessage } from '../../bench/harness/wire.ts'

describe('edits of models that slip', () => {
  it('never change a file into something that was not meant, where the cases are written', () => {
    expect(runEditCases().examples('wrong')).toEqual([])
  })

  it('seldom change a file into something that was not meant, over every kind of slip', async () => {
    const tally = runTextSlips(await readSources(resolve('.')))
    expect(tally.total()).toBeGreaterThan(1_500)
    expect(tally.percent('wrong')).toBeLessThanOrEqual(0.5)
  })
})

describe('tasks of a small model', () => {
  it.each([
    ['edits', EDIT_TASKS.slice(0, 3)],
    ['work in which something is missing', LACKING_TASKS],
  ])('end right, without a wrong file or a silent end: %s', async (_what, tasks) => {
    const folder = await mkdtemp(join(tmpdir(), 'orrery lab '))
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const profiles = PROFILES.filter(({ name }) => name === 'small')
    const { ideal, models } = await runTasks(folder, tasks, { seeds: 1, profiles })
    expect(ideal.map(({ right }) => right)).toEqual([true, true, true])
    const scores = models.flatMap((model) => model.scores)
    expect(scores.flatMap(({ wrongFiles }) => wrongFiles)).toEqual([])
    expect(scores.filter(({ silent }) => silent)).toEqual([])
    expect(scores.filter(({ right }) => !right)).toEqual([])
    expect(Math.max(...scores.map(({ repetition }) => repetition))).toBeLessThanOrEqual(4)
  })
})

describe.each(['anthropic-messages', 'openai-responses', 'google-generative-ai'] as const)(
  'tasks of a small model over %s',
  (protocol) => {
    it('end right, with the slips of its servers, and without a refusal', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'orrery lab '))
      onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
      // Every third answer has a slip of the protocol, so that few tasks meet all of them.
      const small = PROFILES.filter(({ name }) => name === 'small')
      const profiles = small.map((profile) => ({ ...profile, own: 0.3 }))
      const tasks = [...EDIT_TASKS.slice(0, 1), ...LACKING_TASKS.slice(0, 2)]
      const { ideal, models, faults } = await runTasks(folder, tasks, { seeds: 1, profiles, protocol })
      expect(ideal.filter(({ right }) => !right)).toEqual([])
      const scores = models.flatMap((model) => model.scores)
      expect(scores.flatMap(({ wrongFiles }) => wrongFiles)).toEqual([])
      expect(scores.filter(({ right, silent }) => silent || !right)).toEqual([])
      expect(faults).toEqual([])
    })
  },
)

it('measures a call that Gemini drops against the part of the prompt about it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery lab '))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const figures = await runFamilyPart(folder, EDIT_TASKS.slice(4, 7))
  expect(figures.rightPercent).toBe(100)
  expect(figures.dropped).toBeGreaterThan(0)
  expect(figures.tokensOfDrop).toBeGreaterThan(figures.tokensOfPart)
})

describe('what a cache cannot keep', () => {
  const says = (...words: readonly string[]) => ({
    messages: words.map((content): WireMessage => ({ role: 'user', content })),
  })

  it('is nothing where a request only grows', () => {
    expect(readAgain(says('one', 'two'), says('one', 'two', 'three'))).toBe(0)
    expect(readAgain(says('one', 'two'), says('one', 'two and more'))).toBe(0)
  })

  it('is everything behind the first difference', () => {
    const all = readAgain(says('one', 'two', 'three'), says('1', 'two', 'three'))
    const last = readAgain(says('one', 'two', 'three'), says('one', 'two', '3'))
    expect(all).toBeGreaterThan(last)
    expect(last).toBeGreaterThan(0)
  })
})
