import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import { ProjectId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { SessionListing } from '#shared/session/session.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { createLaunchNamed } from './launch-named.ts'

const projectId = ProjectId.parse('prj_00000001')
const sessionId = SessionId.parse('ses_00000001')
const run = { id: WorkflowRunId.parse('wfr_00000001'), projectId } as WorkflowRunListing

function open({ removed = false } = {}) {
  const told: AppEvent[] = []
  const next: SessionId[] = []
  const named = createLaunchNamed({
    projects: {
      ensure: async () => ({ id: projectId }),
      get: async () => {
        if (removed) throw AppError.quoting('project.not_found', 'This project was removed.')
      },
    },
    imported: async () => undefined,
    runs: { listing: (id) => (id === run.id ? run : null) },
    findChat: async () => ({ id: sessionId, projectId }) as SessionListing,
    opensNext: (id) => void next.push(id),
    tell: (event) => void told.push(event),
  })
  return { named, told, next }
}

it('tells open windows of a named run, and the next page once', async () => {
  const { named, told } = open()
  await named.openWorkflowRun(run.id)
  expect([told, named.takeWorkflowRun(), named.takeWorkflowRun()]).toEqual([
    [{ kind: 'open.workflowRun', run }],
    run,
    null,
  ])
})

it('tells open windows of a named chat, and lets the next page begin with it', async () => {
  const { named, told, next } = open()
  await named.openChat('Tide')
  expect(told).toEqual([{ kind: 'open.session', sessionId, projectId }])
  expect([next, named.takeProject()]).toEqual([[sessionId], projectId])
})

it.each([['wfr_00000002'], ['wfr_'], ['no id at all'], ['']])(
  'says in words that %j is no run',
  async (id) => {
    const { named, told } = open()
    await expect(named.openWorkflowRun(id)).rejects.toThrow(`There is no workflow run ${id} here.`)
    expect([told, named.takeWorkflowRun()]).toEqual([[], null])
  },
)

it('shows no run of a project that is gone', async () => {
  const { named } = open({ removed: true })
  await expect(named.openWorkflowRun(run.id)).rejects.toThrow('This project was removed.')
  expect(named.takeWorkflowRun()).toBeNull()
})

it('shows a project of the list by its id, and adds none', async () => {
  const { named, told } = open()
  await named.openKnownProject(projectId)
  expect([told, named.takeProject()]).toEqual([[{ kind: 'open.project', projectId }], projectId])
  await expect(named.openKnownProject('/etc')).rejects.toThrow('no longer in the list')
  await expect(open({ removed: true }).named.openKnownProject(projectId)).rejects.toThrow('removed')
})
