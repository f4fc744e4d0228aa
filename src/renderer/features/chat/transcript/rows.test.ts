import { expect, it } from 'vitest'
import type { EventId } from '#shared/ids.ts'
import { createLex } from '../../../markdown/lex.ts'
import type { Entry } from './entry.ts'
import { createRows, type Rows } from './rows.ts'

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index}. ${'word '.repeat(60)}`).join('\n\n')
const say = (text: string, streaming = false): Entry => ({
  kind: 'say',
  key: 'evt_1',
  parts: [{ t: 'text', text }],
  streaming,
  answer: streaming ? null : ('evt_1' as EventId),
  leads: null,
})
const pieces = (rows: ReturnType<Rows['rowsOf']>) =>
  rows.map((row) => (row.kind === 'piece' ? row.blocks.filter(({ token }) => token.type !== 'space') : row))

it('leaves an answer of ordinary length in one row', () => {
  const entry = say(paragraphs(5))
  expect(createRows(createLex()).rowsOf([entry])).toEqual([{ kind: 'entry', key: 'evt_1', entry }])
})

it('cuts a long answer into rows that hold all of it in order', () => {
  const rows = createRows(createLex()).rowsOf([say(paragraphs(200))])
  const words = pieces(rows)
    .flat()
    .map((block) => ('token' in block ? block.token.raw.split('.')[0] : null))
  expect(words).toEqual(Array.from({ length: 200 }, (_, index) => `Paragraph ${index}`))
  expect(rows.map((row) => row.kind === 'piece' && row.goesOn)).toEqual(
    rows.map((_, index) => index < rows.length - 1),
  )
  expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
})

it('keeps the keys and the finished blocks of a long answer while it grows and when it is stored', () => {
  const rows = createRows(createLex())
  const rowsOf = (entries: readonly Entry[]) => {
    do {
      rows.turn()
      rows.rowsOf(entries)
    } while (rows.isBehind())
    return rows.rowsOf(entries)
  }
  const early = rowsOf([say(paragraphs(100), true)])
  const later = rowsOf([say(paragraphs(130), true)])
  const stored = rowsOf([say(paragraphs(130))])
  expect(later.slice(0, early.length).map((row) => row.key)).toEqual(early.map((row) => row.key))
  expect(stored.map((row) => row.key)).toEqual(later.map((row) => row.key))
  const first = (rows: typeof early) => (rows[0]?.kind === 'piece' ? rows[0].blocks : [])
  expect(first(later).every((block, index) => block === first(early)[index])).toBe(true)
  expect(first(stored).every((block, index) => block === first(later)[index])).toBe(true)
})

it('knows the end of a long answer', () => {
  const rows = createRows(createLex()).rowsOf([say(paragraphs(100))])
  const ends = rows.map((row) => (row.kind === 'piece' ? row.answer : 'whole'))
  expect(ends).toEqual([...ends.slice(1).map(() => null), 'evt_1'])
})

it('keeps what was thought before a long answer in a row of its own', () => {
  const rows = createRows(createLex()).rowsOf([
    {
      kind: 'say',
      key: 'evt_1',
      parts: [
        { t: 'reasoning', text: 'hm' },
        { t: 'text', text: paragraphs(100) },
      ],
      streaming: false,
      answer: null,
      leads: 'evt_1' as EventId,
    },
  ])
  expect(rows[0]).toMatchObject({ kind: 'entry', entry: { parts: [{ t: 'reasoning' }] } })
  expect(rows.length).toBeGreaterThan(2)
})

it('reads a flood of words in turns and holds all of it in the end', () => {
  const text = paragraphs(400)
  const rows = createRows(createLex())
  const entries = [say(text, true)]
  let turns = 0
  let last = rows.rowsOf(entries)
  while (rows.isBehind()) {
    rows.turn()
    turns += 1
    last = rows.rowsOf(entries)
  }
  expect(turns).toBeGreaterThan(3)
  expect(pieces(last).flat()).toHaveLength(400)
})

it('does not read a stored answer again when something else is added', () => {
  let reads = 0
  const lex = createLex()
  const { rowsOf } = createRows((source, links) => {
    reads += 1
    return lex(source, links)
  })
  rowsOf([say(paragraphs(100))])
  const before = reads
  rowsOf([say(paragraphs(100))])
  expect(reads).toBe(before)
})
