import type { Database } from 'better-sqlite3'
import type { ScopeColumns } from '../database/scope-columns.ts'
import { meaningOf } from './meaning-of.ts'
import { nearRows } from './near-rows.ts'
import { type ModelRow, modelRows, textRows, type VectorDoc } from './text-rows.ts'
import type { QuestionVector, VectorQuestion } from './vector-question.ts'

type Embedded = Extract<VectorQuestion, { t: 'embedded' }>

/** A text that means something like a question: how much so, from 0 (as any other text) to 1. */
export type AlikeDoc = { readonly id: number; readonly meaning: number }

/** The tables of `index-part.ts` as one room uses them. The library has to be loaded before. */
export function createVectorTables(index: Database, kind: string) {
  const rows = { models: modelRows(index), texts: textRows(index, kind), near: nearRows(index, kind) }
  const { models, texts, near } = rows
  return {
    ...writerOf(index, rows),
    /** Returns the number of texts and of vectors. */
    standing: (name: string) => {
      const model = models.named(name)
      return { ...texts.standing(model?.id ?? 0), unlike: model?.unlike ?? null }
    },
    /** Returns the vector of a text; null while it is not embedded. */
    vectorOf: (name: string, hash: string): Float32Array<ArrayBuffer> | null => {
      const model = models.named(name)
      const text = model === null ? null : texts.twin(model.id, hash)
      const bytes = model === null || text === null ? null : near.one(model, text)
      // SQLite hands out bytes that may begin anywhere; numbers must not.
      return bytes === null ? null : new Float32Array(new Uint8Array(bytes).buffer)
    },
    /**
     * Returns the nearest vectors in these scopes, or in all, nearest first. Empty without vectors of this
     * model.
     */
    nearest: (
      { model: name, vector }: QuestionVector,
      scopes: readonly ScopeColumns[] | null,
      limit: number,
    ): AlikeDoc[] => {
      const model = models.named(name)
      if (model === null || model.dimensions !== vector.length) return []
      return (scopes ?? texts.kept(model.id))
        .flatMap((scope) => near.nearest(model, bytesOf(vector), scope, limit))
        .map(({ id, distance }) => ({ id, meaning: meaningOf(1 - (distance ?? 1), model.unlike) }))
        .filter(({ meaning }) => meaning > 0)
        .sort((left, right) => right.meaning - left.meaning)
        .slice(0, limit)
        .flatMap(({ id, meaning }) => texts.docsOf(id).map((doc) => ({ id: doc, meaning })))
    },
  }
}

export type VectorTables = ReturnType<typeof createVectorTables>

type Rows = {
  readonly models: ReturnType<typeof modelRows>
  readonly texts: ReturnType<typeof textRows>
  readonly near: ReturnType<typeof nearRows>
}

function writerOf(index: Database, { models, texts, near }: Rows) {
  const put = (model: ModelRow, hash: string, place: ScopeColumns, vector: Uint8Array): void => {
    const { scope, scope_id } = place
    const id = texts.add({ model: model.id, hash, scope, scope_id })
    if (id !== null) near.add(model, id, place, vector)
  }
  const vectorOf = (model: ModelRow, hash: string): Uint8Array | null => {
    const twin = texts.twin(model.id, hash)
    return twin === null ? null : near.one(model, twin)
  }
  const drop = (model: ModelRow): void => {
    near.drop(model)
    texts.drop(model.id)
    models.drop(model.id)
  }
  /** A model that answers with vectors of another length is another model. */
  const modelFor = ({ model: name, unlike }: Embedded, dimensions: number): ModelRow => {
    const known = models.named(name)
    if (known?.dimensions === dimensions) return known
    if (known !== null) drop(known)
    const made = models.add(name, dimensions, unlike)
    near.make(made)
    return made
  }

  return {
    /** Texts without a vector of this model. One whose words are known from elsewhere is given that vector here. */
    missing: index.transaction((name: string, limit: number): VectorDoc[] => {
      const model = models.named(name)
      const wanted = new Map<string, VectorDoc>()
      for (let copied = true; copied && wanted.size === 0; ) {
        copied = false
        for (const doc of texts.missing(model?.id ?? 0, limit)) {
          const vector = model === null ? null : vectorOf(model, doc.hash)
          if (model === null || vector === null) wanted.set(doc.hash, doc)
          else put(model, doc.hash, doc, vector)
          copied ||= vector !== null
        }
      }
      return [...wanted.values()]
    }),
    keep: index.transaction((embedded: Embedded): void => {
      const dimensions = embedded.vectors[0]?.vector.length
      if (dimensions === undefined) return
      const model = modelFor(embedded, dimensions)
      for (const { hash, vector } of embedded.vectors) {
        if (vector.length !== dimensions) throw new Error('Vectors of one model have different lengths.')
        for (const place of texts.places(hash)) put(model, hash, place, bytesOf(vector))
      }
    }),
    /** Lets go of vectors of other models, and of those whose texts are gone. */
    tidy: index.transaction((name: string): void => {
      for (const model of models.all()) if (model.name !== name) drop(model)
      const model = models.named(name)
      if (model === null) return
      for (const id of texts.gone(model.id)) {
        near.remove(model, id)
        texts.remove(id)
      }
    }),
  }
}

/** A vector as SQLite holds it. */
function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
