import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { conceptVector } from '../../../test/support/models/concept-vectors.ts'
import type { ScopeColumns } from '../database/scope-columns.ts'
import { embeddable } from './embeddable.ts'
import { vectorsIndexPart } from './index-part.ts'
import { createTextVectors } from './text-vectors.ts'
import type { Unembedded } from './vector-question.ts'

const HERE: ScopeColumns = { scope: 'project', scope_id: 'prj_1' }
const THERE: ScopeColumns = { scope: 'project', scope_id: 'prj_2' }
const USER: ScopeColumns = { scope: 'user', scope_id: '' }

function open() {
  const index = new BetterSqlite3(':memory:')
  onTestFinished(() => void index.close())
  vectorsIndexPart.load?.(index)
  index.exec(vectorsIndexPart.schema)
  index.exec(
    'CREATE TABLE notes_docs (id INTEGER PRIMARY KEY, hash TEXT, scope TEXT, scope_id TEXT, text TEXT)',
  )
  const textOf = index.prepare<[number], { text: string }>('SELECT text FROM notes_docs WHERE id = ?')
  const shelf = createTextVectors({
    index,
    kind: 'notes',
    catchUp: () => false,
    textOf: ({ id }) => textOf.get(id)?.text ?? null,
  })
  const add = (text: string, { scope, scope_id }: ScopeColumns = HERE): number =>
    Number(
      index
        .prepare('INSERT INTO notes_docs (hash, scope, scope_id, text) VALUES (?, ?, ?, ?)')
        .run(embeddable(text).hash, scope, scope_id, text).lastInsertRowid,
    )
  const next = (model = 'one', limit = 10) => shelf.answer({ t: 'unembedded', model, limit }) as Unembedded
  const keep = ({ texts }: Unembedded, model = 'one', make = conceptVector) =>
    shelf.answer({
      t: 'embedded',
      model,
      unlike: 0,
      vectors: texts.map(({ hash, text }) => ({ hash, vector: make(text) })),
    })
  const near = (question: string, scopes: readonly ScopeColumns[], model = 'one') =>
    shelf.nearest({ model, vector: conceptVector(question) }, scopes, 10)
  return { index, shelf, add, next, keep, near }
}

describe('the vectors of texts', () => {
  it('find what means the same, in the places asked for and in no others', () => {
    const { add, next, keep, near } = open()
    const [harbour, other] = [add('The harbour closes.'), add('A beacon burns.')]
    const there = add('The port is shut.', THERE)
    keep(next())
    expect(near('Which haven?', [HERE, USER])).toEqual([{ id: harbour, meaning: 1 }])
    expect(near('Which haven?', [THERE])).toEqual([{ id: there, meaning: 1 }])
    expect(near('the lighthouse', [HERE])).toEqual([{ id: other, meaning: 1 }])
    expect(near('Which haven?', [USER])).toEqual([])
  })

  it('are made once of the same words, wherever they are kept', () => {
    const { index, add, next, keep, near } = open()
    add('The harbour closes.')
    add('The harbour closes.')
    const first = next()
    expect(first).toMatchObject({ texts: [{ text: 'The harbour closes.' }], done: 0, total: 2 })
    keep(first)
    const moved = add('The harbour closes.', USER)
    index.exec("DELETE FROM notes_docs WHERE scope = 'project'")
    expect(next()).toMatchObject({ texts: [], done: 1, total: 1 })
    expect(near('port', [USER])).toEqual([{ id: moved, meaning: 1 }])
  })

  it('of the model before stay until those of the new one are there', () => {
    const { index, shelf, add, next, keep, near } = open()
    add('The harbour closes.')
    keep(next())
    expect(next('two')).toMatchObject({ texts: [{ text: 'The harbour closes.' }], done: 0 })
    expect(near('port', [HERE])).toHaveLength(1)
    keep(next('two'), 'two', () => new Float32Array([1, 0, 0]))
    shelf.answer({ t: 'tidy', model: 'two' })
    expect(near('port', [HERE])).toEqual([])
    expect(next('two')).toMatchObject({ texts: [], done: 1 })
    expect(index.prepare('SELECT name FROM vectors_models').pluck().all()).toEqual(['two'])
  })

  it('are made anew when the model answers with others of another length', () => {
    const { add, next, keep, near } = open()
    add('The harbour closes.')
    keep(next(), 'one', () => new Float32Array([1, 0]))
    add('A bill.')
    keep(next())
    expect(next().texts.map(({ text }) => text)).toEqual(['The harbour closes.'])
    keep(next())
    expect(near('haven', [HERE])).toHaveLength(1)
  })

  it('of texts that are gone go', () => {
    const { index, shelf, add, next, keep } = open()
    add('The harbour closes.')
    keep(next())
    index.exec('DELETE FROM notes_docs')
    shelf.answer({ t: 'tidy', model: 'one' })
    expect(index.prepare('SELECT count(*) FROM vectors_texts').pluck().get()).toBe(0)
    expect(index.prepare('SELECT count(*) FROM vectors_near_1').pluck().get()).toBe(0)
  })

  it('never say anything of a question that was read by another model', () => {
    const { add, next, keep, near, shelf } = open()
    add('The harbour closes.')
    keep(next())
    expect(near('port', [HERE], 'two')).toEqual([])
    expect(shelf.nearest({ model: 'one', vector: new Float32Array([1]) }, [HERE], 10)).toEqual([])
  })

  it('are complete however the work is cut and whatever is added, moved and removed meanwhile', () => {
    const place = fc.constantFrom(HERE, THERE, USER)
    const text = fc.constantFrom('harbour', 'beacon', 'invoice', 'cents', 'bike', 'nothing', '')
    const act = fc.oneof(
      fc.record({ t: fc.constant('add' as const), text, place }),
      fc.record({ t: fc.constant('move' as const), id: fc.nat(8), place }),
      fc.record({ t: fc.constant('drop' as const), id: fc.nat(8) }),
      fc.record({ t: fc.constant('work' as const), limit: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ t: fc.constant('tidy' as const) }),
    )
    fc.assert(
      fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
        const { index, shelf, add, next, keep, near } = open()
        for (const each of acts) {
          if (each.t === 'add') add(each.text, each.place)
          if (each.t === 'work') keep(next('one', each.limit))
          if (each.t === 'tidy') shelf.answer({ t: 'tidy', model: 'one' })
          if (each.t === 'drop') index.prepare('DELETE FROM notes_docs WHERE id = ?').run(each.id)
          if (each.t === 'move')
            index
              .prepare('UPDATE notes_docs SET scope = @scope, scope_id = @scope_id WHERE id = @id')
              .run({ ...each.place, id: each.id })
        }
        for (let round = 0; round < 10 && next().texts.length > 0; round += 1) keep(next())
        const { done, total } = next()
        expect(done).toBe(total)
        const docs = index
          .prepare<[], { id: number } & ScopeColumns>("SELECT * FROM notes_docs WHERE text = 'harbour'")
          .all()
        for (const scope of [HERE, THERE, USER]) {
          const here = docs.filter((doc) => doc.scope_id === scope.scope_id).map(({ id }) => id)
          expect(
            near('port', [scope])
              .map(({ id }) => id)
              .sort(),
          ).toEqual(here.sort())
        }
      }),
      { numRuns: 60 },
    )
  })
})
