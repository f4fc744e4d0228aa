import { expect, it } from 'vitest'
import { isDrawable } from './diagram-limits.ts'

it.each([
  ['a flow', 'graph LR\nA[port 27017] --> B'],
  ['a sequence after a comment', '%% who asks whom\nsequenceDiagram\nA->>B: 100000 rows'],
  ['a plan', 'gantt\ndateFormat YYYY-MM-DD\nsection A\na :a1, 2026-01-01, 30d'],
  ['shares', 'pie\n"a" : 40\n"b" : 60'],
])('draws %s', (_what, source) => {
  expect(isDrawable(source)).toBe(true)
})

it.each([
  [
    'ticks by the millisecond',
    'gantt\ndateFormat YYYY-MM-DD\ntickInterval 1millisecond\na :a1, 2000-01-01, 9000d',
  ],
  ['a range without end', 'packet-beta\n0-4294967295: "x"'],
  ['a number without end', 'xychart-beta\nx-axis 1 --> 99999999\nline [1]'],
  ['too many messages', `sequenceDiagram\n${'A->>B: m\n'.repeat(900)}`],
  ['too long a text', `graph LR\nA[${'x'.repeat(6_000)}]`],
  ['settings of its own', '%%{init: {"maxTextSize": 9000000}}%%\ngraph LR\nA-->B'],
  ['what is no diagram', 'hello'],
])('leaves %s as source', (_what, source) => {
  expect(isDrawable(source)).toBe(false)
})
