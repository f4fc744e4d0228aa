import { expect, it } from 'vitest'
import { ProjectId, SessionId } from '#shared/ids.ts'
import type { CallAnswer } from '#shared/ipc/bridge.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { createApi } from '../api.ts'
import { createAppStore } from './app-store.ts'

const projectId = ProjectId.parse('prj_00000001')
const listing = (name: string, updatedAt: number): SessionListing => ({
  id: SessionId.parse(`ses_${name}`),
  projectId,
  title: name,
  updatedAt,
  state: 'idle',
})

function storeAnswering(answers: Record<string, unknown>) {
  const call = async (name: string): Promise<CallAnswer> =>
    name in answers
      ? { ok: true, value: answers[name] }
      : { ok: false, error: { code: 'other', message: `${name} failed.`, recoverable: false } }
  return createAppStore(createApi({ call, onEvent: () => () => undefined }))
}

it('keeps why the app could not be read at the start', async () => {
  const app = storeAnswering({})
  await app.start()
  expect(app.store.getState().problem).toMatchObject({ message: 'app.boot failed.' })
})

it('moves a changed session to the top and counts only new ones', () => {
  const app = storeAnswering({})
  const list = (row: SessionListing) => app.receive({ kind: 'session.listed', listing: row, op: 'updated' })
  list(listing('aaaaaaaa', 1))
  list(listing('bbbbbbbb', 2))
  list(listing('aaaaaaaa', 3))
  expect(app.store.getState().sessions[projectId]).toEqual({
    rows: [listing('aaaaaaaa', 3), listing('bbbbbbbb', 2)],
    total: 2,
  })
})

it('closes a session that was removed while it was open', () => {
  const app = storeAnswering({})
  const row = listing('aaaaaaaa', 1)
  app.receive({ kind: 'session.listed', listing: row, op: 'updated' })
  app.openSession(row.id, projectId)
  app.receive({ kind: 'session.listed', listing: row, op: 'removed' })
  expect(app.store.getState()).toMatchObject({ openSession: null, openProject: projectId })
})

it('takes over what another window set', () => {
  const app = storeAnswering({})
  const settings = {
    theme: 'light',
    locale: 'zh-CN',
    permissionMode: 'plan',
    teams: true,
    teamsApart: false,
    backgroundAgents: true,
    backgroundAfter: 0,
  } as const
  app.receive({ kind: 'settings.changed', settings })
  expect(app.store.getState().settings).toEqual(settings)
})

it('turns a failed request of the person into a notice that can be dismissed', async () => {
  const app = storeAnswering({})
  app.attempt(app.loadProjects())
  await new Promise((resolve) => app.store.subscribe(resolve))
  expect(app.store.getState().notices).toMatchObject([{ level: 'error', text: 'project.list failed.' }])
  app.dismiss(1)
  expect(app.store.getState().notices).toEqual([])
})

it('asks again whether a folder is trusted when what it carries has changed', async () => {
  const project = { id: projectId, name: 'tide', trusted: null, carriesCode: true }
  const app = storeAnswering({ 'project.list': [project] })
  app.receive({ kind: 'agents.changed', projectId })
  await expect.poll(() => app.store.getState().projects).toEqual([project])
  expect(app.store.getState().definitionChanges).toBe(1)
})
