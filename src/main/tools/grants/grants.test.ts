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

function open() {
  let time = 1_000
  let changes = 0
  const { db } = openTestLog()
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

  it('for one folder is refused and not widened to the project', () => {
    const { grants } = open()
    expect(() => grants.remember([rule], { scope: 'folder', path: '/tmp' }, here)).toThrow('folder')
    expect(grants.list()).toEqual([])
  })
})
