import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { MemoryId, ProjectId } from '#shared/ids.ts'
import type { MemoryScope } from '#shared/memory/memory.ts'
import { countingIds } from '../../../test/support/data/counting-ids.ts'
import { openIndexRig } from '../../../test/support/rigs/knowledge/index-rig.ts'
import { columnsOf } from '../database/scope-columns.ts'
import { wordsOf } from '../ranking/words.ts'
import { memoryIndexPart } from './index-part.ts'
import { FoundMemory, type MemoryQuestion } from './index-question.ts'
import { BY_PERSON, createMemory } from './memory.ts'
import { createMemoryRows } from './rows.ts'

const ONE: MemoryScope = { level: 'project', id: 'prj_00000001' as ProjectId }
const TWO: MemoryScope = { level: 'project', id: 'prj_00000002' as ProjectId }

const FoundMemories = z.array(FoundMemory)

function open() {
  const { db, part, settle } = openIndexRig(memoryIndexPart)
  const rows = createMemoryRows(db)
  const memory = createMemory({
    rows,
    now: Date.now,
    newId: countingIds(),
    isSecret: () => false,
    changed: part.changed,
  })
  const keep = (scope: MemoryScope, key: string, content: string): MemoryId => {
    const [id] = memory.save(scope, { key, content, tags: [] }, BY_PERSON).ids
    if (id === undefined) throw new Error('nothing was kept')
    return id
  }
  const ask = (text: string, scopes: readonly MemoryScope[] | null) =>
    part.ask({
      t: 'typed',
      words: wordsOf(text, 'typed'),
      limit: 10,
      scopes: scopes === null ? null : scopes.map(columnsOf),
    } satisfies MemoryQuestion)
  const fitting = (question: string, scope: MemoryScope, minScore = 0.3) =>
    FoundMemories.parse(
      part.ask({
        t: 'fitting',
        question,
        scopes: [columnsOf(scope)],
        feedbackIn: '',
        near: null,
        limit: 5,
        minScore,
        now: 0,
      } satisfies MemoryQuestion),
    ).map(({ id }) => id)
  return { memory, part, keep, settle, ask, fitting }
}

describe('the index of memories', () => {
  it('finds what was kept, in the scopes asked for and in no others', () => {
    const { keep, settle, ask, fitting } = open()
    const one = keep(ONE, 'preview port', 'The server listens on 4173.')
    const two = keep(TWO, 'preview port', 'project prj00000001 user')
    settle()
    expect(fitting('Which ports?', ONE)).toEqual([one])
    expect(fitting('Which ports?', TWO)).toEqual([two])
    expect(fitting('projectprj00000001 port', TWO)).toEqual([two])
    expect(ask('port', [ONE])).toEqual([one])
    expect(ask('port', [])).toEqual([])
    expect(ask('port', null)).toHaveLength(2)
  })

  it('finds words while they are being typed, also Chinese ones', () => {
    const { keep, settle, ask } = open()
    const tax = keep(ONE, 'rounding policy', 'Tax is rounded once.')
    const zh = keep(ONE, '四舍五入', '导出发票时按行四舍五入')
    settle()
    for (const typed of ['r', 'roundi', 'rounding pol', 'policies'.slice(0, 4)])
      expect(ask(typed, [ONE])).toEqual([tax])
    expect(ask('发票', [ONE])).toEqual([zh])
    expect(ask('"; DROP', [ONE])).toEqual([])
  })

  it('follows changes, removals and what was forgotten while it was not there', () => {
    const { memory, part, keep, settle, ask } = open()
    const id = keep(ONE, 'port', 'alpha')
    settle()
    memory.edit(id, { key: 'port', content: 'beta', tags: [] }, BY_PERSON)
    settle()
    expect([ask('alpha', [ONE]), ask('beta', [ONE])]).toEqual([[], [id]])
    memory.bulk([id], { act: 'remove' })
    settle()
    expect(ask('beta', [ONE])).toEqual([])
    const other = keep(ONE, 'other', 'gamma')
    settle()
    memory.forget([other])
    part.compare()
    settle()
    expect(ask('gamma', [ONE])).toEqual([])
  })
})
