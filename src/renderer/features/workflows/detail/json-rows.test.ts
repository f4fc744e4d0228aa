import { describe, expect, it } from 'vitest'
import { jsonRows, readRow } from './json-rows.ts'

const LONG = '## Where the time goes\n\nMost of it in `parse`.'
const rows = jsonRows({ verdict: 'confirmed', report: LONG, files: ['a.ts', 'x'.repeat(81)] }, new Set())
const read = (cursor: string | null) => readRow(rows, cursor)?.id ?? null

describe('the text that is read below a structured result', () => {
  it('is the first long one while no line is selected', () => {
    expect(read(null)).toBe('/report')
  })

  it('is the one of the selected line, where that is too long for the line', () => {
    expect([read('/report'), read('/files/1'), read('/verdict'), read('/files'), read('/gone')]).toEqual([
      '/report',
      '/files/1',
      null,
      null,
      null,
    ])
  })

  it('is none where every text fits', () => {
    expect(readRow(jsonRows({ verdict: 'confirmed', count: 3 }, new Set()), null)).toBeNull()
  })
})
