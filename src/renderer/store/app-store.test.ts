import { expect, it } from 'vitest'
import { USUAL_CHOICES } from '#shared/config/usual-choices.ts'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import { dispatch } from '#shared/events/event-routes.ts'
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
  const list = (row: SessionListing) =>
    dispatch(app.routes, { kind: 'session.listed', listing: row, op: 'updated' })
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
  dispatch(app.routes, { kind: 'session.listed', listing: row, op: 'updated' })
  app.openSession(row.id, projectId)
  dispatch(app.routes, { kind: 'session.listed', listing: row, op: 'removed' })
  expect(app.store.getState()).toMatchObject({ openSession: null, openProject: projectId })
})

it('shows a created chat only where its first message was written', () => {
  const { id } = listing('aaaaaaaa', 1)
  const app = storeAnswering({})
  app.openProject(projectId)
  app.show('settings')
  app.showCreated(id, projectId)
  expect(app.store.getState()).toMatchObject({ surface: 'settings', openSession: id })
  const other = listing('bbbbbbbb', 2)
  app.openSession(other.id, projectId)
  app.showCreated(id, projectId)
  expect(app.store.getState()).toMatchObject({ surface: 'chat', openSession: other.id })
})

it('takes over what another window set', () => {
  const app = storeAnswering({})
  const settings = {
    theme: 'light',
    locale: 'zh-CN',
    permissionMode: 'plan',
    sandbox: 'on',
    teams: true,
    teamsApart: false,
    askForReadOnly: false,
    modeKey: true,
    passedVariables: {},
    backgroundAgents: true,
    backgroundAfter: 0,
    toolSearch: 'auto',
    ...USUAL_CHOICES,
  } as const
  dispatch(app.routes, { kind: 'settings.changed', settings })
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
  dispatch(app.routes, { kind: 'agents.changed', projectId })
  await expect.poll(() => app.store.getState().projects).toEqual([project])
})

function storeRefusing(error: AppErrorData) {
  const call = async (): Promise<CallAnswer> => ({ ok: false, error })
  const app = createAppStore(
    createApi({ call, onEvent: () => () => undefined }, ({ message }) => `中 ${message}`),
  )
  return { app, told: () => app.store.getState().notices.map(({ level, text }) => [level, text]) }
}

it('tells of a line that still stands as of a pause: nothing has failed', async () => {
  const said = [{ name: 'still.chat.cost', facts: { cost: '$2.00', limit: '$1.00' } }]
  const error = { code: 'limit.exceeded', message: 'Still paused.', recoverable: false, said } as const
  const { app, told } = storeRefusing(error)
  app.attempt(app.loadProjects())
  await expect.poll(told).toEqual([['paused', '中 Still paused.']])
})

it('says once what it would say again, and keeps the newest of what answers the same wish', async () => {
  const { app, told } = storeRefusing({ code: 'team.refused', message: 'It waits.', recoverable: false })
  app.notify('warn', 'Mind the gulls.')
  for (const of of [null, null, 'team.moveCard']) app.attempt(app.loadProjects(), of)
  await expect.poll(told).toEqual([
    ['warn', 'Mind the gulls.'],
    ['error', '中 It waits.'],
  ])
  const other = Promise.reject(AppError.quoting('team.refused', 'It is done.'))
  app.attempt(other, 'team.moveCard')
  await expect.poll(told).toEqual([
    ['warn', 'Mind the gulls.'],
    ['error', 'It is done.'],
  ])
  app.notify('warn', 'Mind the gulls.')
  expect(told()).toEqual([
    ['error', 'It is done.'],
    ['warn', 'Mind the gulls.'],
  ])
})
