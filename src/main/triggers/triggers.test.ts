import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { TriggerFiring } from '#shared/trigger/trigger.ts'
import { USUAL_CAPS } from '#shared/trigger/trigger.ts'
import { exploration } from '../../../test/support/data/exploration.ts'
import {
  createTriggerMachine,
  startTriggers,
  type TriggerHost,
  type TriggerMachine,
} from '../../../test/support/rigs/trigger-rig.ts'
import { nextTimes, parseCron } from './cron.ts'
import type { WorkEnd } from './firings.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DONE: WorkEnd = { state: 'done', note: null, error: null, usd: 0.25 }
const FAILED: WorkEnd = { ...DONE, state: 'failed', error: AppError.forAgent('other', 'It broke.').toData() }

async function open(ending: WorkEnd | null = DONE) {
  const machine = createTriggerMachine()
  machine.ending = ending
  const host = startTriggers(machine)
  await host.triggers.start()
  return { machine, host }
}

const shown = ({ key, state, note }: TriggerFiring) => [
  key.startsWith('cron:') ? new Date(Number(key.slice(5))).toISOString().slice(11, 16) : key.split(':')[0],
  state,
  note?.code ?? null,
]

describe('a trigger with a schedule', () => {
  it('starts one run for each due time', async () => {
    const { host } = await open()
    const { id } = await host.add()
    await host.pass(31 * MINUTE)
    expect(host.history(id).map(shown)).toEqual([
      ['00:10', 'done', null],
      ['00:20', 'done', null],
      ['00:30', 'done', null],
    ])
  })

  it('starts nothing while it is off, and counts from the moment it is switched on', async () => {
    const { host } = await open()
    const { id } = await host.add()
    await host.triggers.setEnabled(id, false)
    await host.pass(2 * HOUR)
    await host.triggers.setEnabled(id, true)
    await host.pass(11 * MINUTE)
    expect(host.history(id).map(shown)).toEqual([['02:10', 'done', null]])
  })

  it('runs once for the times of a sleep, or reports them', async () => {
    const { machine, host } = await open()
    const once = await host.add()
    const skip = await host.add({ missed: 'skip' })
    await host.pass(5 * MINUTE)
    machine.shift(HOUR)
    await host.pass(MINUTE)
    expect(host.history(once.id).map(shown)).toEqual([['01:00', 'done', 'late']])
    expect(host.history(skip.id).map(shown)).toEqual([['missed', 'missed', 'missed']])
  })

  it('does not repeat a run when the clock is set back', async () => {
    const { machine, host } = await open()
    const { id } = await host.add()
    await host.pass(31 * MINUTE)
    machine.shift(-25 * MINUTE)
    await host.pass(HOUR)
    const keys = machine.begun.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(host.history(id).map(shown)).toEqual([
      ['00:10', 'done', null],
      ['00:20', 'done', null],
      ['00:30', 'done', null],
      ['clockBack', 'skipped', 'clockBack'],
      ['00:40', 'done', null],
      ['00:50', 'done', null],
      ['01:00', 'done', null],
    ])
  })

  it('starts nothing while a full disk stores no claim, and starts once when there is room', async () => {
    const { machine, host } = await open()
    const { id } = await host.add()
    machine.errors = []
    machine.fill(true)
    await host.pass(25 * MINUTE)
    // Each check tries again, and none of them begins a run that no row would name.
    expect(machine.errors.length).toBeGreaterThan(2)
    expect([machine.begun, host.history(id)]).toEqual([[], []])
    machine.fill(false)
    await host.pass(6 * MINUTE)
    expect(host.history(id).map(shown)).toEqual([
      ['00:20', 'done', 'late'],
      ['00:30', 'done', null],
    ])
    expect(machine.begun).toHaveLength(2)
  })

  it('runs again after a clock that was years ahead is corrected', async () => {
    const { machine, host } = await open()
    const { id } = await host.add()
    machine.shift(3 * 365 * 24 * HOUR)
    await host.pass(MINUTE)
    machine.shift(-3 * 365 * 24 * HOUR)
    await host.pass(15 * MINUTE)
    expect(host.history(id).map(shown).slice(-2)).toEqual([
      ['clockBack', 'skipped', 'clockBack'],
      ['00:10', 'done', null],
    ])
  })
})

describe('an event that starts nothing', () => {
  const reasons = async (host: TriggerHost, draft: Parameters<TriggerHost['add']>[0]) => {
    const { id } = await host.add(draft)
    await host.pass(41 * MINUTE)
    return host.history(id).map(({ state, note }) => note?.code ?? state)
  }

  it('names an active run', async () => {
    const { host } = await open(null)
    expect(await reasons(host, {})).toEqual(['running', 'overlap', 'overlap', 'overlap'])
  })

  it('names no active run where runs may overlap', async () => {
    const { host } = await open(null)
    const caps = { ...USUAL_CAPS, overlap: true }
    expect(await reasons(host, { caps })).toEqual(['running', 'running', 'running', 'running'])
  })

  it('names the quiet hours', async () => {
    const { host } = await open()
    const caps = { ...USUAL_CAPS, quiet: { from: '23:00', to: '00:30' } }
    expect(await reasons(host, { caps })).toEqual(['quiet', 'quiet', 'done', 'done'])
  })

  it('names the caps of the day and of the week', async () => {
    const { host } = await open()
    expect(await reasons(host, { caps: { ...USUAL_CAPS, maxRuns: 3 } })).toEqual([
      'done',
      'done',
      'done',
      'maxRuns',
    ])
    expect(await reasons(host, { caps: { ...USUAL_CAPS, maxUsdWeek: 0.5 } })).toEqual([
      'done',
      'done',
      'maxUsdWeek',
      'maxUsdWeek',
    ])
  })

  it('names a project without trust', async () => {
    const { host } = await open()
    host.distrust()
    expect(await reasons(host, {})).toEqual(['untrusted', 'untrusted', 'untrusted', 'untrusted'])
  })
})

describe('failures', () => {
  it('switch a trigger off when three follow each other', async () => {
    const { host } = await open(FAILED)
    const { id } = await host.add()
    await host.pass(HOUR)
    expect(host.failures.map(({ isPaused }) => isPaused)).toEqual([false, false, true])
    expect(host.triggers.get(id)).toMatchObject({ enabled: false, paused: 'failures' })
  })

  it('before it was switched on again do not count', async () => {
    const { host } = await open(FAILED)
    const { id } = await host.add()
    await host.pass(HOUR)
    await host.triggers.setEnabled(id, true)
    await host.pass(11 * MINUTE)
    expect(host.triggers.get(id)).toMatchObject({ enabled: true, paused: null })
  })

  it('do not count across a run that ended well', async () => {
    const { machine, host } = await open(FAILED)
    const { id } = await host.add()
    await host.pass(21 * MINUTE)
    machine.ending = DONE
    await host.pass(10 * MINUTE)
    machine.ending = FAILED
    await host.pass(20 * MINUTE)
    expect(host.triggers.get(id).enabled).toBe(true)
  })
})

describe('the person', () => {
  it('starts a run also in quiet hours, and not beside an active one', async () => {
    const { host } = await open(null)
    const { id } = await host.add({ caps: { ...USUAL_CAPS, quiet: { from: '00:00', to: '12:00' } } })
    expect(await host.triggers.runNow(id)).toMatchObject({ state: 'running' })
    await expect(host.triggers.runNow(id)).rejects.toThrow('A run of this trigger is active')
  })

  it('deletes a trigger and restores it, switched off, with its history', async () => {
    const { host } = await open()
    const { id } = await host.add()
    await host.pass(11 * MINUTE)
    await host.triggers.remove(id)
    await host.pass(20 * MINUTE)
    expect(host.triggers.list(null)).toEqual([])
    expect(await host.triggers.restore(id)).toMatchObject({ enabled: false })
    expect(host.history(id)).toHaveLength(1)
  })
})

describe('after an exit of the app', () => {
  it.each(['once', 'skip'] as const)(
    'a claimed run begins once or is reported, with policy %s',
    async (missed) => {
      const { machine, host } = await open()
      const { id } = await host.add({ missed })
      host.kill('before run')
      await host.pass(11 * MINUTE)
      expect([host.isDead(), host.history(id).map(shown)]).toEqual([true, [['00:10', 'claimed', null]]])
      const next = startTriggers(machine)
      await next.triggers.start()
      const expected = missed === 'once' ? ['00:10', 'done', 'late'] : ['00:10', 'missed', 'missed']
      expect(next.history(id).map(shown)).toEqual([expected])
    },
  )

  it('a claimed run does not begin in a project that the person no longer trusts', async () => {
    const { machine, host } = await open()
    const { id } = await host.add({ missed: 'once' })
    host.kill('before run')
    await host.pass(11 * MINUTE)
    const next = startTriggers(machine)
    next.distrust()
    await next.triggers.start()
    expect(machine.begun).toEqual([])
    expect(next.history(id).map(shown)).toEqual([['00:10', 'skipped', 'untrusted']])
  })

  it('a run that was stored does not begin again', async () => {
    const { machine, host } = await open()
    const { id } = await host.add()
    host.kill('after run')
    await host.pass(11 * MINUTE)
    const next = startTriggers(machine)
    await next.triggers.start()
    expect(machine.begun).toHaveLength(1)
    expect(next.history(id).map(shown)).toEqual([['00:10', 'done', null]])
  })
})

type Step =
  | { readonly do: 'pass' | 'shift'; readonly ms: number }
  | { readonly do: 'kill'; readonly at: 'before run' | 'after run' }
  | { readonly do: 'restart' | 'end' | 'switch' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 45 * MINUTE }) }),
  fc.record({ do: fc.constant('shift' as const), ms: fc.integer({ min: -3 * HOUR, max: 30 * HOUR }) }),
  fc.record({
    do: fc.constant('kill' as const),
    at: fc.constantFrom('before run' as const, 'after run' as const),
  }),
  fc.constantFrom<Step>({ do: 'restart' }, { do: 'end' }),
)

/** Whether a row of the history accounts for a due time. */
const covers =
  (due: number) =>
  ({ key, note }: TriggerFiring) =>
    key === `cron:${due}` ||
    (note?.from !== undefined &&
      note.to !== undefined &&
      note.code !== 'clockBack' &&
      due >= note.from &&
      due <= note.to)

async function live(steps: readonly Step[], missed: 'once' | 'skip', overlap: boolean) {
  const machine: TriggerMachine = createTriggerMachine()
  machine.ending = overlap ? null : DONE
  let host = startTriggers(machine)
  await host.triggers.start()
  const begin = machine.now()
  const { id } = await host.add({ missed, caps: { ...USUAL_CAPS, maxRuns: null, overlap } })
  const restart = async () => {
    host = startTriggers(machine)
    await host.triggers.start()
  }
  for (const each of steps) {
    if (each.do === 'pass') await host.pass(each.ms)
    else if (each.do === 'shift') machine.shift(each.ms)
    else if (each.do === 'kill') host.kill(each.at)
    else if (each.do === 'end') host.endRuns(id, DONE)
    else await restart()
    // A killed app is started again sooner or later.
    if (host.isDead()) await restart()
  }
  await restart()
  await host.pass(MINUTE)
  return { machine, begin, history: host.history(id) }
}

it('never starts a due time twice and never loses one without a row', async () => {
  const sequence = fc.array(step, { minLength: 1, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(
      sequence,
      fc.constantFrom('once', 'skip'),
      fc.boolean(),
      async (steps, missed, overlap) => {
        const { machine, begin, history } = await live(steps, missed as 'once' | 'skip', overlap)
        const keys = machine.begun.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        const end = machine.now() - 2 * MINUTE
        const schedule = parseCron('*/10 * * * *')
        const dues = nextTimes(schedule, begin, 5_000).filter((due) => due <= end)
        expect(dues.filter((due) => !history.some(covers(due)))).toEqual([])
        expect(history.filter(({ state }) => state === 'claimed')).toEqual([])
      },
    ),
    exploration(15),
  )
})
