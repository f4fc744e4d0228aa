import { describe, expect, it } from 'vitest'
import type { AgentList, AgentListing, AgentSource } from '#shared/agent/definition.ts'
import { ProjectId } from '#shared/ids.ts'
import { type AgentDraft, draftKey } from '../../../store/agents/agent-pages-store.ts'
import { lostDrafts, lostView } from './lost-drafts.ts'

const TIDE = ProjectId.parse('prj_00000001')
const OTHER = ProjectId.parse('prj_00000002')

const listing = (id: string, source: AgentSource, replaces: AgentSource | null = null) =>
  ({ id, name: id, source, replaces }) as AgentListing
const listOf = (agents: readonly AgentListing[], problems: readonly string[] = []): AgentList =>
  ({
    agents,
    problems: problems.map((id) => ({ id, source: 'user', file: `${id}.md` })),
  }) as unknown as AgentList

const draftOf = (id: string, source: AgentSource): AgentDraft => ({
  began: { id, name: id, source, text: '' },
  text: 'Mind the gulls.',
})
const draftsOf = (...all: readonly AgentDraft[]) =>
  Object.fromEntries(all.map((draft) => [draftKey(draft.began, TIDE), draft]))
const lost = (drafts: Readonly<Record<string, AgentDraft>>, list: AgentList, projectId = TIDE) =>
  lostDrafts(drafts, list, projectId).map(({ began, gone }) => [began.id, began.source, gone])

describe('what was written for an agent', () => {
  it('is lost sight of when its file is deleted, not while it is listed, in force or with a problem', () => {
    const drafts = draftsOf(draftOf('kept', 'user'), draftOf('broken', 'user'), draftOf('deleted', 'user'))
    expect(lost(drafts, listOf([listing('kept', 'user')], ['broken']))).toEqual([['deleted', 'user', true]])
  })

  it('is that of the project it was written in', () => {
    const drafts = draftsOf(draftOf('notes', 'project'))
    const list = listOf([listing('notes', 'user')])
    expect([lost(drafts, list), lost(drafts, list, OTHER)]).toEqual([[['notes', 'project', true]], []])
  })

  it('is not for a file that is gone where that of the project stands in front of it', () => {
    const drafts = draftsOf(draftOf('notes', 'user'))
    expect(lost(drafts, listOf([listing('notes', 'project', 'user')]))).toEqual([['notes', 'user', false]])
  })

  it('is reached by the line of what comes with the app, of which it was a copy', () => {
    const drafts = draftsOf(draftOf('build', 'builtin'))
    expect(lost(drafts, listOf([listing('build', 'builtin')]))).toEqual([])
  })
})

describe('the page of an agent', () => {
  const began = draftOf('notes', 'user').began
  const here = { kind: 'lost-draft', id: 'notes', source: 'user' } as const
  const page = { kind: 'definition', id: 'notes', editing: true } as const
  const some = [{ began, gone: true }]
  const none = listOf([])
  const there = listOf([listing('notes', 'user')])

  it('becomes that of what was written when its file is gone, and is the agent’s again when it is back', () => {
    expect(lostView(page, some, none)).toEqual(here)
    expect(lostView(page, some, null)).toBe(page)
    expect(lostView(page, [], none)).toBe(page)
    expect(lostView(here, some, none)).toBe(here)
    expect(lostView(here, [], there)).toEqual({ kind: 'definition', id: 'notes' })
    expect(lostView(here, [], none)).toEqual({ kind: 'start' })
  })
})
