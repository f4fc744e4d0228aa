import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { conceptVector } from '../../../test/support/models/concept-vectors.ts'
import { HERE, openMemoryRig, PROJECT } from '../../../test/support/rigs/knowledge/memory-rig.ts'
import { systemClock } from '../lib/clock.ts'
import { silentLogger } from '../lib/logger.ts'
import type { Embedder } from '../models/embedder.ts'
import { createEmbeddingWork, type EmbeddingProgress } from './embedding-work.ts'
import { UNLIKE_TEXTS } from './unlike-of.ts'

const never = new AbortController().signal

function open(embed: Embedder['embed'] = async (texts) => texts.map(conceptVector)) {
  const rig = openMemoryRig()
  const sent: string[] = []
  let model: string | null = 'local/one'
  const waiting = new Set<() => void>()
  const work = createEmbeddingWork({
    embedder: () =>
      model === null
        ? null
        : {
            model,
            embed: (texts, signal) => {
              sent.push(...texts.filter((text) => !UNLIKE_TEXTS.some((each) => each === text)))
              return embed(texts, signal)
            },
          },
    kinds: ['memory'],
    ask: async (_kind, question) => rig.ask(question),
    hide: (text) => text.replace('sesame', '[secret]'),
    quiet: async () => {},
    clock: { ...systemClock, schedule: () => () => {} },
    logger: silentLogger,
    changed: () => {
      for (const look of [...waiting]) look()
    },
    signal: never,
  })
  const until = (state: EmbeddingProgress['state']) =>
    new Promise<EmbeddingProgress>((resolve) => {
      const look = () => {
        if (work.progress().state !== state) return
        waiting.delete(look)
        resolve(work.progress())
      }
      waiting.add(look)
      look()
    })
  const find = async (question: string) => {
    const near = model === null ? null : { model, vector: conceptVector(question) }
    const found = await rig.search.fitting(
      { question, projectId: PROJECT, limit: 5, minScore: 0.3, near },
      never,
    )
    return found.map(({ item, by }) => `${item.key} ${by.join('+')}`)
  }
  return {
    ...rig,
    work,
    sent,
    until,
    find,
    choose: (next: string | null) => {
      model = next
      work.wake()
    },
  }
}

it('what is kept is embedded once, without secrets, and then found by what it means', async () => {
  const { keep, work, sent, until, find } = open()
  keep(HERE, 'mole', 'The harbour closes at dusk, sesame.')
  expect(await find('Which haven?')).toEqual([])
  work.wake()
  expect(await until('done')).toEqual({ state: 'done', done: 1, total: 1, problem: null })
  expect(await find('Which haven?')).toEqual(['mole meaning'])
  expect(await find('When does the harbour close?')).toEqual(['mole words+meaning'])
  keep(HERE, 'lamp', 'The beacon burns.')
  work.wake()
  await until('working')
  await until('done')
  expect(sent).toEqual(['mole\nThe harbour closes at dusk, [secret].', 'lamp\nThe beacon burns.'])
})

it('many texts go in batches, and a stop in the middle keeps what was made', async () => {
  let requests = 0
  const { keep, work, sent, until } = open(async (texts) => {
    requests += 1
    if (requests === 3) work.stop()
    return texts.map(conceptVector)
  })
  for (let at = 0; at < 80; at += 1) keep(HERE, `key ${at}`, 'A harbour.')
  work.wake()
  expect(await until('stopped')).toMatchObject({ done: 32, total: 80 })
  work.wake()
  expect(work.progress().state).toBe('stopped')
  work.goOn()
  expect(await until('done')).toMatchObject({ done: 80, total: 80 })
  // The batch that was under way when it was stopped is the only one that was sent again.
  expect(new Set(sent).size).toBe(80)
  expect(sent.length).toBeLessThanOrEqual(80 + 32)
})

it('another model begins anew, and nobody chosen ends it', async () => {
  const { keep, work, sent, until, find, choose } = open()
  keep(HERE, 'mole', 'The harbour closes.')
  work.wake()
  await until('done')
  choose('local/two')
  await until('working')
  await until('done')
  expect(sent).toHaveLength(2)
  expect(await find('Which haven?')).toEqual(['mole meaning'])
  choose(null)
  expect(work.progress().state).toBe('off')
  expect(await find('Which haven?')).toEqual([])
})

it('a failure is said, and going on goes on', async () => {
  let isUp = false
  const { keep, work, until } = open(async (texts) => {
    if (!isUp) throw AppError.quoting('llm.stream', 'Nothing answers.')
    return texts.map(conceptVector)
  })
  keep(HERE, 'mole', 'The harbour closes.')
  work.wake()
  expect(await until('failed')).toMatchObject({ done: 0, total: 1, problem: { message: 'Nothing answers.' } })
  isUp = true
  work.goOn()
  expect(await until('done')).toMatchObject({ done: 1 })
})

it('a model that reads little at once is given beginnings', async () => {
  const { keep, work, sent, until } = open(async (texts) => {
    if (texts.some(({ length }) => length > 150)) throw AppError.quoting('llm.context_overflow', 'Too long.')
    return texts.map(conceptVector)
  })
  keep(HERE, 'mole', `The harbour closes.${' It is dark.'.repeat(100)}`)
  work.wake()
  expect(await until('done')).toMatchObject({ done: 1, problem: null })
  expect(sent.at(-1)?.length).toBeLessThanOrEqual(150)
})
