import { expect, it } from 'vitest'
import type { MemoryId, ProjectId } from '#shared/ids.ts'
import { RECALL_DEFAULTS } from '#shared/memory/recall-settings.ts'
import { EVERYDAY_MEMORIES, EVERYDAY_PROMPTS } from '../../../test/support/data/everyday-memories.ts'
import { scoreByWords } from './bm25.ts'
import { rankMemories } from './rank.ts'
import { contentWordsOf } from './words.ts'

const TEXTS = EVERYDAY_MEMORIES.map(([, key, content]) => contentWordsOf(`${key}\n${key}\n${content}`))

/** The memories that a chat is given with these words, with what the settings begin with. */
function broughtBy(said: string): string[] {
  const found = scoreByWords(TEXTS, new Set(contentWordsOf(said)))
  const items = EVERYDAY_MEMORIES.map(([id, key, content], at) => ({
    id: id as MemoryId,
    key,
    content,
    tags: [],
    meaning: 0,
    found: found[at] ?? 0,
    updatedAt: 0,
    scope: { level: 'project' as const, id: 'prj_00000001' as ProjectId },
  })).filter((item) => item.found > 0)
  const { minScore } = RECALL_DEFAULTS
  return rankMemories(said, items, { now: 0, minScore, limit: 6, feedback: new Map() }).map(
    ({ item }) => item.id,
  )
}

it('brings along what belongs to everyday requests', () => {
  const missed = EVERYDAY_PROMPTS.flatMap(([said, fits]) => {
    const brought = broughtBy(said)
    return fits.filter((id) => !brought.includes(id)).map((id) => `${said} → ${id}`)
  })
  expect(missed).toEqual([])
})

it('brings hardly anything along with requests that no memory is about', () => {
  const noise = EVERYDAY_PROMPTS.flatMap(([said, fits]) =>
    broughtBy(said)
      .filter((id) => !fits.includes(id))
      .map((id) => `${said} → ${id}`),
  )
  // With every word counting alike, and what fits half, there were 55.
  expect(noise.length).toBeLessThanOrEqual(8)
})

it('is not called by one word of everyday requests', () => {
  for (const said of ['run echo hi and tell me what it says', 'explain this file to me']) {
    expect(broughtBy(said)).toEqual([])
  }
})
