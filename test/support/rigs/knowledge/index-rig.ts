import { tmpdir } from 'node:os'
import BetterSqlite3 from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../../../src/main/database/open-database.ts'
import { silentLogger } from '../../../../src/main/lib/logger.ts'
import type { IndexPart } from '../../../../src/main/search/index-part.ts'
import { vectorsIndexPart } from '../../../../src/main/vectors/index-part.ts'

/** The same moment in every test. */
export const now = () => 1_700_000_000_000

/** A real database with one part of its real index, in this thread. Vectors are there for parts that want them. */
export function openIndexRig({ schema, open }: Pick<IndexPart, 'schema' | 'open'>) {
  const db = openDatabase({ file: ':memory:', backups: tmpdir(), now, logger: silentLogger })
  const index = new BetterSqlite3(':memory:')
  onTestFinished(() => {
    index.close()
    db.close()
  })
  vectorsIndexPart.load?.(index)
  for (const each of [vectorsIndexPart.schema, schema]) index.exec(each)
  const part = open({ index, log: db, blobs: '' })
  const settle = () => {
    while (part.step());
  }
  return {
    db,
    index,
    part,
    settle,
    /** Asks when everything is written. */
    ask: (question: unknown): unknown => {
      settle()
      return part.ask(question)
    },
  }
}
