import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import type { MemoryScope, MemoryText } from '#shared/memory/memory.ts'
import { countingIds } from '../../../test/support/data/counting-ids.ts'
import { openDatabase } from '../database/open-database.ts'
import { silentLogger } from '../lib/logger.ts'
import { createRedactor } from '../lib/redact.ts'
import { createListRows } from './list-rows.ts'
import { BY_PERSON, createMemory } from './memory.ts'
import { createMemoryRows } from './rows.ts'

const ONE: MemoryScope = { level: 'project', id: 'prj_00000001' as ProjectId }
const TWO: MemoryScope = { level: 'project', id: 'prj_00000002' as ProjectId }
const USER: MemoryScope = { level: 'user' }

function open() {
  let time = 1_700_000_000_000
  const now = () => {
    time += 1
    return time
  }
  const db = openDatabase({ file: ':memory:', backups: tmpdir(), now, logger: silentLogger })
  onTestFinished(() => void db.close())
  const redactor = createRedactor()
  redactor.add('correct horse battery staple')
  const rows = createMemoryRows(db)
  const told: string[][] = []
  const memory = createMemory({
    rows,
    now,
    newId: countingIds(),
    isSecret: (text) => redactor.text(text) !== text,
    changed: (ids) => void told.push([...ids]),
  })
  return { memory, rows, told, lists: createListRows(db), now }
}

const text = (key: string, content: string, tags: string[] = []): MemoryText => ({ key, content, tags })
const brief = (items: readonly { key: string; content: string }[]) =>
  items.map(({ key, content }) => `${key}: ${content}`)

describe('a scope', () => {
  it('never sees what another one keeps, whatever the keys are', () => {
    const key = fc.oneof(
      fc.constantFrom('a', 'a:b', '%', '_', 'a%', '🧭', 'prj_00000002', 'prj_00000002:a', 'x'.repeat(10_240)),
      fc.string({ minLength: 1, maxLength: 12 }).filter((each) => each.trim() === each && each !== ''),
    )
    const scope = fc.constantFrom(ONE, TWO, USER)
    const act = fc.record({ scope, key, removes: fc.boolean() })
    const { memory } = open()
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
        const wiped = [ONE, TWO, USER].flatMap((each) => memory.inScope(each)).map(({ id }) => id)
        if (wiped.length > 0) memory.forget(wiped)
        const model = new Map<MemoryScope, Map<string, string>>(
          [ONE, TWO, USER].map((each) => [each, new Map()]),
        )
        acts.forEach((each, index) => {
          const there = memory.byKey(each.scope, each.key)
          if (each.removes && there !== null) {
            memory.bulk([there.id], { act: 'remove' })
            model.get(each.scope)?.delete(each.key)
          } else if (!each.removes) {
            memory.save(each.scope, text(each.key, `words ${index}`), BY_PERSON)
            model.get(each.scope)?.set(each.key, `words ${index}`)
          }
        })
        for (const [each, expected] of model) {
          const found = Object.fromEntries(memory.inScope(each).map((item) => [item.key, item.content]))
          expect(found).toEqual(Object.fromEntries(expected))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('narrows a list and its count', () => {
    const { memory, lists, now } = open()
    memory.save(ONE, text('a', 'one'), BY_PERSON)
    memory.save(TWO, text('a', 'two', ['billing']), BY_PERSON)
    memory.save(USER, text('a', 'mine'), BY_PERSON)
    const at = now()
    expect(lists.page({ scope: TWO }, at, { limit: 10, offset: 0 }).map(({ content }) => content)).toEqual([
      'two',
    ])
    expect(lists.count({ tag: 'billing' }, at)).toBe(1)
    expect(lists.facets(at)).toMatchObject({ all: 3, user: 1, unused: 0 })
  })
})

describe('a secret', () => {
  it.each([
    ['by its pattern', text('token', 'use ghp_abcdefghijklmnopqrstuvwxyz0123456789')],
    ['because the vault holds it', text('login', 'it is correct horse battery staple')],
    ['in a key', text('sk-abcdefghijklmnopqrstu', 'nothing')],
    ['in a tag', text('login', 'nothing', ['AKIAABCDEFGHIJKLMNOP'])],
  ])('is refused %s, and nothing is kept', (_why, words) => {
    const { memory, told } = open()
    expect(() => memory.save(ONE, words, BY_PERSON)).toThrow(/holds a secret/)
    expect(memory.inScope(ONE)).toEqual([])
    expect(told).toEqual([])
  })
})

describe('a change', () => {
  it('keeps what was there before, and is undone and redone', () => {
    const { memory, rows } = open()
    const [id] = memory.save(ONE, text('port', '3000'), BY_PERSON).ids
    if (id === undefined) throw new Error('nothing was saved')
    const edit = memory.edit(id, text('port', '4000'), BY_PERSON)
    expect(rows.history(id).map(({ act, content }) => [act, content])).toEqual([
      ['edited', '4000'],
      ['created', '3000'],
    ])
    const undo = memory.undo(edit.changeId)
    expect(brief(memory.inScope(ONE))).toEqual(['port: 3000'])
    memory.undo(undo.changeId)
    expect(brief(memory.inScope(ONE))).toEqual(['port: 4000'])
  })

  it('is not undone when something followed it', () => {
    const { memory } = open()
    const first = memory.save(ONE, text('port', '3000'), BY_PERSON)
    memory.save(ONE, text('port', '4000'), BY_PERSON)
    expect(() => memory.undo(first.changeId)).toThrow(/changed again since/)
    expect(brief(memory.inScope(ONE))).toEqual(['port: 4000'])
  })

  it('takes a new item away again when it is undone, and brings a removed one back', () => {
    const { memory } = open()
    const saved = memory.save(ONE, text('port', '3000'), BY_PERSON)
    const removed = memory.bulk(saved.ids, { act: 'remove' })
    expect(memory.inScope(ONE)).toEqual([])
    memory.undo(removed.changeId)
    expect(brief(memory.inScope(ONE))).toEqual(['port: 3000'])
  })

  it('that merges is undone as a whole, also when the new key was one of the others', () => {
    const { memory } = open()
    const ids = ['a', 'b', 'c'].flatMap((key) => memory.save(ONE, text(key, key), BY_PERSON).ids)
    const merged = memory.merge(ids, text('b', 'all of them'))
    expect(brief(memory.inScope(ONE))).toEqual(['b: all of them'])
    memory.undo(merged.changeId)
    expect(brief(memory.inScope(ONE))).toEqual(['a: a', 'b: b', 'c: c'])
  })

  it('that would give two items one key is refused whole', () => {
    const { memory } = open()
    const ids = [ONE, TWO].flatMap((scope) => memory.save(scope, text('a', 'x'), BY_PERSON).ids)
    expect(() => memory.bulk(ids, { act: 'move', to: USER })).toThrow(/already a memory with the key “a”/)
    expect(memory.inScope(USER)).toEqual([])
    expect(memory.inScope(ONE)).toHaveLength(1)
  })

  it('is forgotten with all its versions', () => {
    const { memory, rows } = open()
    const { ids, changeId } = memory.save(ONE, text('a', 'x'), BY_PERSON)
    expect(memory.forget(ids)).toBe(1)
    expect(rows.ofChange(changeId)).toEqual([])
    expect(() => memory.undo(changeId)).toThrow(/no longer stored/)
  })
})
