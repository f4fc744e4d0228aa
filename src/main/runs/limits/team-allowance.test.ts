import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { TeamId } from '#shared/ids.ts'
import type { TeamLimits } from '#shared/team/team-limits.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { createTeamAllowance } from './team-allowance.ts'
import type { Use } from './usage-limits.ts'

const NONE = { warnCost: null, stopCost: null, warnTokens: null, stopTokens: null }
const NO_TIME = { warnMinutes: null, stopMinutes: null }

function open(limits: TeamLimits | null) {
  const told: string[] = []
  let use: Use = { cost: 0, tokens: 0, minutes: 0 }
  const run = {
    publish: (events: readonly NewDurableEvent[]) =>
      void told.push(...events.map((event) => (event.kind === 'harness.item' ? event.payload.content : ''))),
  } as unknown as RunHandle
  const allowances = createTeamAllowance({
    teamOf: () => ({ id: 'tea_00000001' as TeamId, limits, members: [] }),
    spentBy: () => use,
  })
  return {
    told,
    at: (now: Partial<Use>) => {
      use = { ...use, ...now }
      try {
        allowances.of(run)?.check(run)
        return null
      } catch (error) {
        return error instanceof AppError ? error.message : 'no sentence'
      }
    },
  }
}

it('watches nothing while no line is drawn', () => {
  const team = open(null)
  expect([team.at({ cost: 1_000, minutes: 1_000 }), team.told]).toEqual([null, []])
})

it('tells once when a line is passed, and pauses at the other', () => {
  const team = open({ ...NONE, ...NO_TIME, warnMinutes: 10, stopMinutes: 20, stopCost: 5 })
  expect([team.at({ minutes: 9 }), team.told]).toEqual([null, []])
  expect(team.at({ minutes: 12 })).toBeNull()
  expect(team.at({ minutes: 13 })).toBeNull()
  expect(team.told).toEqual(['This team has worked 12 minutes. Your warning is set to 10.'])
  expect(team.at({ minutes: 20.5 })).toContain('has worked 20.5 minutes, and pauses at 20')
  expect(team.at({ minutes: 13, cost: 5 })).toContain('has cost $5.00, and pauses at $5.00')
})

it('says of a price it does not know that it cannot keep to the line', () => {
  const team = open({ ...NONE, ...NO_TIME, stopCost: 5 })
  expect(team.at({ cost: null })).toBeNull()
  expect(team.told[0]).toContain('$5.00')
})
