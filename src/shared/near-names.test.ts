import { expect, it } from 'vitest'
import { nearNames } from './near-names.ts'

const NAMES = ['compact', 'coordinator', 'recap', 'resume', 'review', 'branch', 'branches']

it.each([
  ['comapct', ['compact']],
  ['COMPACT', ['compact']],
  ['recpa', ['recap']],
  ['co', ['compact', 'coordinator']],
  ['branchs', ['branch', 'branches']],
  ['resum', ['resume']],
  ['xyz', []],
  ['c', []],
])('finds for %s %j', (typed, names) => {
  expect(nearNames(typed, NAMES)).toEqual(names)
})
