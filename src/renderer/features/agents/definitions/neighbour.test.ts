import { expect, it } from 'vitest'
import type { AgentListing } from '#shared/agent/definition.ts'
import { neighbourOf } from './neighbour.ts'

const agent = (id: string, replaces: AgentListing['replaces'] = null, mode = 'primary') =>
  ({ id, replaces, mode }) as AgentListing

it('is the next in the list, the last one for the last, and nobody for the only one', () => {
  const agents = [agent('archivist'), agent('build'), agent('plan')]
  expect(['archivist', 'broken', 'plan', null].map((id) => neighbourOf(id, agents))).toEqual([
    ...['build', 'build', 'build', 'plan'],
  ])
  expect(neighbourOf('archivist', [agent('archivist')])).toBeNull()
})

it('is the one of the same name that comes to light', () => {
  expect(neighbourOf('build', [agent('build', 'builtin'), agent('plan')])).toBe('build')
})

it('is none of those that only the app uses, but where one of these comes to light', () => {
  const agents = [agent('build'), agent('notes'), agent('title', null, 'hidden')]
  expect(neighbourOf('notes', agents)).toBe('build')
  expect(neighbourOf('title', [agent('build'), agent('title', 'builtin', 'hidden')])).toBe('title')
})
