import { describe, expect, it } from 'vitest'
import { cellAtLine, editedNotebook, storedCell } from './edit-notebook.ts'
import { readNotebook } from './notebook.ts'

const TEXT = `{
  "nbformat": 4, "nbformat_minor": 5,
  "metadata": {"zoom": 1.0, "big": 12345678901234567890},
  "cells": [
    {
      "cell_type": "code",
      "id": "a",
      "metadata": {"odd": "]}, \\" {"},
      "execution_count": 1e0,
      "outputs": [],
      "source": ["x = 1"]
    },
    {"id": "b", "cell_type": "markdown", "metadata": {}, "source": "one\\nline"}
  ]
}
`
const sources = (text: string) => readNotebook(text)?.cells.map(({ source }) => source)

describe('changing a notebook', () => {
  it('touches nothing but the source', () => {
    const change = { kind: 'replace', cell: 0, source: 'x = 2\ny', type: 'code', clears: false } as const
    const list = '[\n        "x = 2\\n",\n        "y"\n      ]'
    expect(editedNotebook(TEXT, change)).toBe(TEXT.replace('["x = 1"]', list))
    const text = { kind: 'replace', cell: 1, source: 'two', type: 'markdown', clears: true } as const
    expect(editedNotebook(TEXT, text)).toBe(TEXT.replace('"one\\nline"', '"two"'))
  })

  it('deletes a cell and puts it back as it was', () => {
    for (const cell of [0, 1]) {
      const stored = storedCell(TEXT, cell)
      const without = editedNotebook(TEXT, { kind: 'delete', cell })
      expect(sources(without)).toHaveLength(1)
      const back = editedNotebook(without, { kind: 'restore', at: cell, stored })
      expect(sources(back)).toEqual(['x = 1', 'one\nline'])
      expect(back).toContain(stored)
    }
  })

  it('empties a notebook and fills it again', () => {
    const one = editedNotebook(TEXT, { kind: 'delete', cell: 0 })
    const none = editedNotebook(one, { kind: 'delete', cell: 0 })
    expect(sources(none)).toEqual([])
    const insert = { kind: 'insert', at: 0, source: 'a\n', type: 'code', id: 'c' } as const
    expect(sources(editedNotebook(none, insert))).toEqual(['a\n'])
  })

  it('moves cells without writing them anew', () => {
    const moved = editedNotebook(TEXT, { kind: 'move', cell: 1, to: 0 })
    expect(sources(moved)).toEqual(['one\nline', 'x = 1'])
    expect(editedNotebook(moved, { kind: 'move', cell: 0, to: 1 })).toBe(TEXT)
  })

  it('finds the cell at a line', () => {
    expect([1, 5, 12, 13, 99].map((line) => cellAtLine(TEXT, line))).toEqual([0, 0, 0, 1, 1])
  })
})

it.each([
  '',
  '[]',
  '{"nbformat": 3, "cells": []}',
  '{"nbformat": 4, "cells": [{"cell_type": "odd", "source": ""}]}',
  '{"nbformat": 4, "cells": [{"cell_type": "code", "source": {}}]}',
  `{"nbformat": 4, "cells": ${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
])('reads no notebook out of %s', (text) => {
  expect(readNotebook(text)).toBeNull()
})

it('takes broken metadata for none', () => {
  const text = '{"nbformat": 4, "metadata": {"kernelspec": 3, "language_info": []}, "cells": []}'
  expect(readNotebook(text)).toEqual({ language: 'python', hasIds: false, cells: [] })
})
