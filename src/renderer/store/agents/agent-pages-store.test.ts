import { expect, it } from 'vitest'
import { ProjectId, TeamId } from '#shared/ids.ts'
import {
  type AgentDraft,
  createAgentPagesStore,
  draftKey,
  NO_NEW_AGENT,
  newAgentKey,
  viewIn,
} from './agent-pages-store.ts'

const TIDE = ProjectId.parse('prj_00000001')
const OTHER = ProjectId.parse('prj_00000002')

function open(until = 0) {
  const marked: number[] = []
  const pages = createAgentPagesStore({ until: () => until, mark: (moment) => marked.push(moment) })
  return { pages, marked, at: (projectId: ProjectId) => viewIn(pages.store.getState(), projectId) }
}

const draft = (text: string): AgentDraft => ({
  began: { id: 'archivist', name: 'Archivist', source: 'user', text: '' },
  text,
})

it('begins nowhere, and comes back to the page the person was at', () => {
  const { pages, at } = open()
  const before = at(TIDE)
  pages.go({ kind: 'processes' }, TIDE)
  expect([before, at(TIDE), at(OTHER)]).toEqual([null, { kind: 'processes' }, { kind: 'processes' }])
})

it('comes back to what belongs to a project in that project only', () => {
  const { pages, at } = open()
  pages.go({ kind: 'definition', id: 'archivist' }, TIDE)
  expect([at(TIDE), at(OTHER)]).toEqual([{ kind: 'definition', id: 'archivist' }, null])
  const team = { kind: 'team', id: TeamId.parse('tea_00000001') } as const
  pages.go(team, TIDE)
  expect(at(OTHER)).toEqual(team)
})

it('keeps what was written for each file until it is dropped', () => {
  const { pages } = open()
  pages.keep('archivist', draft('one'))
  pages.keep('archivist', draft('two'))
  pages.keep('build', draft('three'))
  pages.drop('build')
  expect(pages.store.getState().drafts).toEqual({ archivist: draft('two') })
})

it('goes on from a page only while the person is there', () => {
  const { pages, at } = open()
  const first = { kind: 'definition', id: 'archivist', editing: true } as const
  pages.go(first, TIDE)
  pages.goFrom(first, { kind: 'definition', id: 'archivist' }, TIDE)
  const went = at(TIDE)
  pages.goFrom(first, { kind: 'grants' }, TIDE)
  expect([went, at(TIDE)]).toEqual([{ kind: 'definition', id: 'archivist' }, went])
})

it('drops what was saved, and keeps what was written while it was', () => {
  const { pages } = open()
  pages.keep('archivist', draft('one'))
  pages.keep('build', draft('one and two'))
  const file = { ...draft('').began, text: 'one' }
  pages.saved('archivist', file)
  pages.saved('build', file)
  expect(pages.store.getState().drafts).toEqual({ build: { began: file, text: 'one and two' } })
})

it('tells a file of a project from one of the person, to which a copy of what comes with the app is written', () => {
  const keys = (['user', 'builtin', 'project'] as const).map((source) =>
    draftKey({ source, id: 'build' }, TIDE),
  )
  expect(keys).toEqual(['build', 'build', `${TIDE}/build`])
})

it('remembers until when what has ended was cleared', () => {
  const { pages, marked } = open(5)
  const before = pages.store.getState().clearedUntil
  pages.clearUntil(9)
  expect([before, pages.store.getState().clearedUntil, marked]).toEqual([5, 9, [9]])
})

it('keeps what was typed for a new agent, and for a copy of each, until it is made', () => {
  const { pages } = open()
  const [anew, copy, elsewhere] = [
    newAgentKey(TIDE, null),
    newAgentKey(TIDE, 'plan'),
    newAgentKey(OTHER, null),
  ]
  pages.name(anew, { ...NO_NEW_AGENT, name: 'field-notes', source: 'project' })
  pages.name(copy, { ...NO_NEW_AGENT, name: 'tide-plan' })
  pages.name(elsewhere, { ...NO_NEW_AGENT, name: 'other' })
  pages.unname(anew)
  expect(pages.store.getState().newAgents).toEqual({
    [copy]: { ...NO_NEW_AGENT, name: 'tide-plan' },
    [elsewhere]: { ...NO_NEW_AGENT, name: 'other' },
  })
})
