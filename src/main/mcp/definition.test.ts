import { expect, it } from 'vitest'
import { ProjectId } from '#shared/ids.ts'
import { defineServer, instanceOf, shownIn } from './definition.ts'

const tide = (projectId: ProjectId | null, root: string | null, roots = false) =>
  defineServer({ name: 'tide', source: 'project', projectId, root, config: { command: 'tide', roots } })

it('tells the same server of two projects apart, in what runs and in what is trusted', () => {
  const one = tide(ProjectId.parse('prj_00000000000000000000000001'), '/one')
  const two = tide(ProjectId.parse('prj_00000000000000000000000002'), '/two')
  expect(instanceOf(one)).not.toBe(instanceOf(two))
  expect(one.digest).not.toBe(two.digest)
})

it('runs a server with roots apart for each folder, and shares one without', () => {
  const inOne = shownIn(tide(null, null, true), '/one')
  const inTwo = shownIn(tide(null, null, true), '/two')
  expect(instanceOf(inOne)).not.toBe(instanceOf(inTwo))
  expect([inOne.key, inOne.digest]).toEqual([inTwo.key, inTwo.digest])
  expect(instanceOf(shownIn(tide(null, null), '/one'))).toBe(instanceOf(shownIn(tide(null, null), '/two')))
})
