import { describe, expect, it } from 'vitest'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { PermissionRule, Remember } from '#shared/permission/rule.ts'
import { countingIds } from '../../../../test/support/counting-ids.ts'
import { openTestLog } from '../../../../test/support/open-log.ts'
import { createGrants } from './grants.ts'
import { createGrantRows } from './rows.ts'

const here = { sessionId: 'ses_00000001' as SessionId, projectId: 'prj_00000001' as ProjectId }
const nextChat = { ...here, sessionId: 'ses_00000002' as SessionId }
const elsewhere = { sessionId: 'ses_00000003' as SessionId, projectId: 'prj_00000002' as ProjectId }
const homeless = { sessionId: 'ses_00000004' as SessionId, projectId: null }
const rule: PermissionRule = { tool: 'bash', pattern: 'npm test', action: 'allow' }

function open({ db } = openTestLog()) {
  let time = 1_000
  let changes = 0
  const grants = createGrants({
    rows: createGrantRows(db),
    now: () => time,
    newId: countingIds(),
    changed: () => {
      changes += 1
    },
  })
  const at = (now: number): void => {
    time = now
  }
  return { grants, at, changes: () => changes }
}

/** A log with two projects, the first of which has a chat. */
function openWithProjects() {
  const log = openTestLog()
  const addProject = log.db.prepare(
    'INSERT INTO projects (id, path_canonical, name, last_opened_at, created_at) VALUES (?, ?, ?, 1, 1)',
  )
  for (const { projectId } of [here, elsewhere]) addProject.run(projectId, `/${projectId}`, projectId)
  const addChat = log.db.prepare(
    `INSERT INTO sessions (id, kind, project_id, archived, created_at, updated_at, last_seq, record)
     VALUES (?, 'chat', ?, 0, 1, 1, 1, '{}')`,
  )
  addChat.run(here.sessionId, here.projectId)
  const removeProject = (id: ProjectId) => void log.db.prepare('DELETE FROM projects WHERE id = ?').run(id)
  return { log, removeProject }
}

describe('a grant', () => {
  it.each<[Remember['scope'], boolean[]]>([
    ['once', [false, false, false, false]],
    ['session', [true, false, false, false]],
    ['project', [true, true, false, false]],
  ])('for %s holds in this chat, the next chat, another project, a chat without one: %j', (scope, holds) => {
    const { grants } = open()
    grants.remember([rule], { scope }, here)
    const inForce = [here, nextChat, elsewhere, homeless].map((place) => grants.inForce(place).length > 0)
    expect(inForce).toEqual(holds)
  })

  it('for the project holds for the chat alone when the chat has no project', () => {
    const { grants } = open()
    grants.remember([rule], { scope: 'project' }, homeless)
    expect(grants.inForce(homeless)).toEqual([rule])
    expect(grants.list()).toMatchObject([{ scope: 'session', projectId: null }])
  })

  it('ends when its time is over', () => {
    const { grants, at } = open()
    grants.remember([rule], { scope: 'project', expiresAt: 2_000 }, here)
    at(1_999)
    expect(grants.inForce(here)).toEqual([rule])
    at(2_000)
    expect(grants.inForce(here)).toEqual([])
  })

  it('is kept once, however often it is given', () => {
    const { grants } = open()
    grants.remember([rule, rule], { scope: 'session' }, here)
    grants.remember([rule], { scope: 'session' }, here)
    expect(grants.list()).toHaveLength(1)
  })

  it('is gone when it is taken back', () => {
    const { grants, changes } = open()
    grants.remember([rule], { scope: 'session' }, here)
    for (const { id } of grants.list()) grants.revoke(id)
    expect([grants.inForce(here), grants.list(), changes()]).toEqual([[], [], 2])
  })

  it('goes with its project, and so do those of the chats in it', () => {
    const { log, removeProject } = openWithProjects()
    const { grants, changes } = open(log)
    grants.remember([rule], { scope: 'project' }, here)
    grants.remember([rule], { scope: 'session' }, here)
    grants.remember([rule], { scope: 'project' }, elsewhere)
    grants.remember([rule], { scope: 'session' }, homeless)
    removeProject(here.projectId)
    grants.forgetGone()
    expect(grants.inForce(here)).toEqual([])
    expect(grants.list().map((grant) => grant.projectId ?? grant.sessionId)).toEqual([
      elsewhere.projectId,
      homeless.sessionId,
    ])
    expect(changes()).toBe(5)
  })

  it('of a project that was removed before this version is gone at the start', () => {
    const { log, removeProject } = openWithProjects()
    open(log).grants.remember([rule], { scope: 'project' }, here)
    removeProject(here.projectId)
    expect(open(log).grants.list()).toEqual([])
  })

  it('stays, and nothing is told, when no project is gone', () => {
    const { log } = openWithProjects()
    const { grants, changes } = open(log)
    grants.remember([rule], { scope: 'project' }, here)
    grants.forgetGone()
    expect([grants.list().length, changes()]).toEqual([1, 1])
  })

  it('for one folder is refused and not widened to the project', () => {
    const { grants } = open()
    expect(() => grants.remember([rule], { scope: 'folder', path: '/tmp' }, here)).toThrow('folder')
    expect(grants.list()).toEqual([])
  })
})
