import { expect, it } from 'vitest'
import { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { createAgentFilePlaces } from './agent-file-places.ts'

const projectId = ProjectId.parse('prj_00000001')

function open(state: Pick<Project, 'trusted' | 'carriesCode'>) {
  const done: string[] = []
  const project = { id: projectId, path: '/home/ada/ledger', ...state } as Project
  const places = createAgentFilePlaces({
    paths: { agents: '/home/agents' },
    projects: {
      get: async () => project,
      usable: async () => project,
      trust: async () => {
        done.push('trusted')
        return project
      },
    },
    refresh: async () => void done.push('refreshed'),
  })
  return { places, done }
}

const ofProject = { projectId, source: 'project' as const, id: 'archivist' }

it.each([
  ['trusted as it is', true, true],
  ['without code of its own', null, false],
])('changes agents of a folder that is %s, and keeps it trusted', async (_what, trusted, carriesCode) => {
  const { places, done } = open({ trusted, carriesCode })
  const place = await places.placeToChange(ofProject)
  await places.changed(ofProject)
  expect([place.root, done]).toEqual(['/home/ada/ledger', ['trusted', 'refreshed']])
})

it.each([
  ['nobody has trusted', null, true],
  ['the person does not trust', false, true],
])('changes nothing in a folder whose code %s', async (_what, trusted, carriesCode) => {
  const { places } = open({ trusted, carriesCode })
  await expect(places.placeToChange(ofProject)).rejects.toThrow('is not trusted')
})

it('keeps agents of the person beside every project, and says so of a project that is none', async () => {
  const { places, done } = open({ trusted: false, carriesCode: true })
  const own = { ...ofProject, source: 'user' as const }
  expect(await places.placeToChange(own)).toEqual({ root: null, folder: '/home/agents' })
  await places.changed(own)
  expect(done).toEqual(['refreshed'])
  await expect(places.placeOf({ ...ofProject, projectId: null })).rejects.toThrow('no longer in the list')
})
