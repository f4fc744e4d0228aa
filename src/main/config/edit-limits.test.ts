import { parse } from 'smol-toml'
import { expect, it } from 'vitest'
import { UserConfig } from '#shared/config/config.ts'
import { withSpendLimits } from './edit-limits.ts'

const NONE = { warnPerDay: null, stopPerDay: null, warnPerMonth: null, stopPerMonth: null }
const read = (text: string) => UserConfig.parse(parse(text))
const edit = (text: string, limits: Partial<typeof NONE> | object, project: string | null) =>
  withSpendLimits({ ...NONE, ...limits }, project)(text, read(text))

const TEXT = '# mine\n[limits]\nstopPerDay = 10 # enough\n\n[limits.projects."/work/a b"]\nwarnPerDay = 1\n'

it('changes the limits over everything and leaves those of projects', () => {
  const changed = edit(TEXT, { stopPerDay: 12 }, null)
  expect(read(changed).limits).toEqual({ stopPerDay: 12, projects: { '/work/a b': { warnPerDay: 1 } } })
  expect(changed).toContain('# mine')
  expect(read(edit(TEXT, {}, null)).limits).toEqual({ projects: { '/work/a b': { warnPerDay: 1 } } })
})

it('adds, changes and removes the limits of one project', () => {
  const added = edit(TEXT, { stopPerMonth: 20 }, 'C:\\code\\x')
  expect(read(added).limits?.projects).toEqual({
    '/work/a b': { warnPerDay: 1 },
    'C:\\code\\x': { stopPerMonth: 20 },
  })
  expect(added).toContain('stopPerDay = 10 # enough')
  const changed = edit(TEXT, { stopPerDay: 3 }, '/work/a b')
  expect(read(changed).limits).toEqual({ stopPerDay: 10, projects: { '/work/a b': { stopPerDay: 3 } } })
  expect(read(edit(TEXT, {}, '/work/a b')).limits).toEqual({ stopPerDay: 10 })
})

it('leaves no empty tables behind', () => {
  const only = edit('', { stopPerDay: 3 }, '/work/a')
  expect(read(only).limits).toEqual({ projects: { '/work/a': { stopPerDay: 3 } } })
  expect(read(edit(only, {}, '/work/a'))).toEqual({})
})
