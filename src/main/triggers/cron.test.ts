import { describe, expect, it } from 'vitest'
import { nextTimes, parseCron, timesBetween } from './cron.ts'
import { dueNow } from './due.ts'

const at = (text: string): number => Date.parse(text)
const shown = (time: number): string => new Date(time).toISOString()

describe('a schedule', () => {
  it.each(['* * * * * *', '* * * *', '@daily', '60 * * * *', '0 0 30 2 *', 'every day', '', '0 25 * * *'])(
    'refuses %j',
    (expression) => {
      expect(() => parseCron(expression)).toThrow('five fields')
    },
  )

  it.each<[string, string, readonly string[]]>([
    ['0 9 * * *', '2026-03-28T08:59:59.500Z', ['2026-03-28T09:00', '2026-03-29T09:00', '2026-03-30T09:00']],
    ['30 1 * * *', '2026-10-24T12:00Z', ['2026-10-25T01:30', '2026-10-26T01:30', '2026-10-27T01:30']],
    ['0 9 * * MON-FRI', '2026-11-27T09:00Z', ['2026-11-30T09:00', '2026-12-01T09:00', '2026-12-02T09:00']],
    ['*/15 0 1 * *', '2026-11-30T23:59Z', ['2026-12-01T00:00', '2026-12-01T00:15', '2026-12-01T00:30']],
  ])('%s is due in UTC, whatever daylight saving does', (expression, from, expected) => {
    const times = nextTimes(parseCron(expression), at(from), 3)
    expect(times.map(shown)).toEqual(expected.map((each) => `${each}:00.000Z`))
  })

  it('counts the due times of a span and returns the newest', () => {
    const span = { from: at('2026-01-01T00:00Z'), to: at('2026-01-01T12:00Z') }
    const { times, first, count } = timesBetween(parseCron('0 * * * *'), span, 2)
    expect([times.map(shown), first === null ? null : shown(first), count]).toEqual([
      ['2026-01-01T11:00:00.000Z', '2026-01-01T12:00:00.000Z'],
      '2026-01-01T01:00:00.000Z',
      12,
    ])
  })
})

describe('what is due', () => {
  const hourly = parseCron('0 * * * *')
  const noon = at('2026-01-01T12:00Z')
  const minute = 60_000
  const hour = 60 * minute
  const due = (through: number, now: number, missed: 'skip' | 'once') =>
    dueNow(hourly, { through, now, missed })

  it.each(['skip', 'once'] as const)('runs a time that was met, with policy %s', (missed) => {
    expect(due(noon - hour, noon + 90_000, missed)).toEqual({
      through: noon,
      run: { at: noon, note: null },
      rows: [],
    })
  })

  it('reports times that passed during sleep, with policy skip', () => {
    const { run, rows, through } = due(noon - 3 * hour, noon + 30 * minute, 'skip')
    expect({ run, rows, through }).toEqual({
      run: null,
      rows: [{ code: 'missed', count: 3, from: noon - 2 * hour, to: noon }],
      through: noon,
    })
  })

  it('runs once for all times that passed during sleep, with policy once', () => {
    const note = { code: 'late', count: 3, from: noon - 2 * hour, to: noon }
    expect(due(noon - 3 * hour, noon + 30 * minute, 'once').run).toEqual({ at: noon, note })
  })

  it('runs the time that is met and reports those before it', () => {
    const { run, rows } = due(noon - 3 * hour, noon, 'skip')
    expect({ run, rows }).toEqual({
      run: { at: noon, note: null },
      rows: [{ code: 'missed', count: 2, from: noon - 2 * hour, to: noon }],
    })
  })

  it('waits while a clock is only corrected', () => {
    expect(due(noon, noon - 30_000, 'once')).toEqual({ through: noon, run: null, rows: [] })
  })

  it('starts the count again from a clock that was set back', () => {
    expect(due(noon, noon - 5 * hour, 'once')).toEqual({
      through: noon - 5 * hour,
      run: null,
      rows: [{ code: 'clockBack', from: noon, to: noon - 5 * hour }],
    })
  })

  it('finds the newest time after a clock that was years ahead', () => {
    const every = parseCron('* * * * *')
    const now = noon + 3 * 365 * 24 * hour
    expect(dueNow(every, { through: noon, now, missed: 'once' }).run?.at).toBe(now)
  })
})
