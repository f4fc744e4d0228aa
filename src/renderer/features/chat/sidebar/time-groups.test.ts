import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeGroups } from './time-groups.ts'

/** A Thursday, three in the afternoon, where the test runs. */
const NOW = new Date(2026, 9, 22, 15).getTime()
const row = (name: string, ...date: [number, number, number, number?]) => ({
  name,
  updatedAt: new Date(...date).getTime(),
})

describe('chats in the sidebar', () => {
  it('stand under the day, the week and the month they were last at work', () => {
    const rows = [
      { ...row('kept', 2025, 0, 1), pinned: true as const },
      row('just now', 2026, 9, 22, 15),
      row('at midnight', 2026, 9, 22),
      row('last night', 2026, 9, 21, 23),
      row('on Monday', 2026, 9, 19),
      row('on Sunday', 2026, 9, 18),
      row('on the first', 2026, 9, 1),
      row('in September', 2026, 8, 30),
    ]
    expect(timeGroups(rows, NOW).map(({ group, rows: in_ }) => [group, in_.map(({ name }) => name)])).toEqual(
      [
        ['pinned', ['kept']],
        ['today', ['just now', 'at midnight']],
        ['yesterday', ['last night']],
        ['week', ['on Monday']],
        ['month', ['on Sunday', 'on the first']],
        ['older', ['in September']],
      ],
    )
  })

  it('are each there once, in their order, whenever it is', () => {
    const listed = fc.record({ updatedAt: fc.nat(2_000_000_000_000), pinned: fc.constant(false) })
    fc.assert(
      fc.property(fc.array(listed), fc.nat(2_000_000_000_000), (rows, now) => {
        const newestFirst = rows.toSorted((left, right) => right.updatedAt - left.updatedAt)
        const listing = newestFirst.map(({ updatedAt }) => ({ updatedAt }))
        expect(timeGroups(listing, now).flatMap((each) => each.rows)).toEqual(listing)
      }),
    )
  })
})
