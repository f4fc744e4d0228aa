import { expect, it } from 'vitest'
import type { ProjectConfig, UserConfig } from '#shared/config/config.ts'
import type { ProjectId } from '#shared/ids.ts'
import { createBriefCache } from '../lib/brief-cache.ts'
import { createProjectLimits } from './project-limits.ts'

const ID = 'prj_1' as ProjectId
const NONE = { warnPerDay: null, stopPerDay: null, warnPerMonth: null, stopPerMonth: null }

function open(user: UserConfig, path: string | null = '/work/ledger') {
  let file: { config: ProjectConfig | null } = { config: null }
  const { moment } = createBriefCache({ now: () => 0, holdsMs: 0, ask: async () => null })
  let reads = 0
  const limits = createProjectLimits({
    config: () => user,
    pathOf: () => path,
    moment,
    read: async () => {
      reads += 1
      return file.config
    },
  })
  return {
    limits,
    reads: () => reads,
    write: async (next: typeof file) => {
      file = next
      await limits.refresh(ID)
    },
  }
}

it('takes the limits of the folder from the settings of the person', () => {
  const user = { limits: { stopPerDay: 50, projects: { '/work/ledger': { stopPerDay: 5 } } } }
  expect(open(user).limits.of(ID)).toEqual({
    limits: { ...NONE, stopPerDay: 5 },
    own: { ...NONE, stopPerDay: 5 },
  })
  expect(open(user, '/work/other').limits.of(ID)).toEqual({ limits: NONE, own: NONE })
  expect(open(user, null).limits.of(ID)).toEqual({ limits: NONE, own: NONE })
})

it('lets the file of the project lower limits, and never raise them', async () => {
  const own = { warnPerDay: 4, stopPerDay: 5 }
  const { limits, write } = open({ limits: { projects: { '/work/ledger': own } } })
  await write({ config: { limits: { warnPerDay: 9, stopPerDay: 2, stopPerMonth: 30 } } })
  expect(limits.of(ID)).toEqual({
    limits: { warnPerDay: 4, stopPerDay: 2, warnPerMonth: null, stopPerMonth: 30 },
    own: { ...NONE, ...own },
  })
})

it('forgets the limits of a file that is gone', async () => {
  const { limits, write } = open({})
  await write({ config: { limits: { stopPerDay: 2 } } })
  expect(limits.of(ID).limits.stopPerDay).toBe(2)
  await write({ config: null })
  expect(limits.of(ID).limits.stopPerDay).toBeNull()
})

it('reads a file once until it is asked to read it again', async () => {
  const { limits, reads } = open({})
  await limits.ready(ID)
  await limits.ready(ID)
  expect(reads()).toBe(1)
  await limits.refresh(ID)
  expect(reads()).toBe(2)
})
