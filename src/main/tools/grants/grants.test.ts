import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProjectId, RequestId, SessionId } from '#shared/ids.ts'
import type { PermissionRule, Remember } from '#shared/permission/rule.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { countingIds } from '../../../../test/support/data/counting-ids.ts'
import { createFrames } from '../../../../test/support/data/frames.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { judge } from '../permission/judge.ts'
import { createGrants, type GrantPlace } from './grants.ts'
import { createGrantRows } from './rows.ts'

const ROOT = '/home/ada/ledger'
const here = { sessionId: 'ses_00000001' as SessionId, projectId: 'prj_00000001' as ProjectId, cwd: ROOT }
const nextChat = { ...here, sessionId: 'ses_00000002' as SessionId }
const elsewhere = { ...here, sessionId: 'ses_00000003' as SessionId, projectId: 'prj_00000002' as ProjectId }
const homeless = { ...here, sessionId: 'ses_00000004' as SessionId, projectId: null }
const rule: PermissionRule = { tool: 'bash', pattern: 'npm test', action: 'allow' }

/** The request an answer is given to. */
const ask = (rules: readonly PermissionRule[], preview?: Interaction['preview']): Interaction => ({
  requestId: 'req_00000001' as RequestId,
  what: 'permission',
  prompt: 'Run',
  cwd: ROOT,
  proposedRules: [...rules],
  ...(preview === undefined ? {} : { preview }),
})

function open({ db } = openTestLog(), start = 1_000) {
  let time = start
  let changes = 0
  const frames = createFrames()
  const grants = createGrants({
    rows: createGrantRows(db),
    now: () => time,
    newId: countingIds(),
    flavour: { path: posix, home: '/home/ada' },
    schedule: frames.schedule,
    changed: () => {
      changes += 1
    },
  })
  const at = (now: number): void => {
    time = now
  }
  const give = (rules: readonly PermissionRule[], how: Remember, place: GrantPlace, of = ask(rules)) =>
    grants.prepare(of, how, place)()
  return { grants, give, at, frames, changes: () => changes }
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
    const { grants, give } = open()
    give([rule], { scope }, here)
    const inForce = [here, nextChat, elsewhere, homeless].map((place) => grants.inForce(place).length > 0)
    expect(inForce).toEqual(holds)
  })

  it('for the project holds for the chat alone when the chat has no project', () => {
    const { grants, give } = open()
    give([rule], { scope: 'project' }, homeless)
    expect(grants.inForce(homeless)).toEqual([rule])
    expect(grants.list()).toMatchObject([{ scope: 'session', projectId: null }])
  })

  it('ends when its time is over', () => {
    const { grants, give, at } = open()
    give([rule], { scope: 'project', expiresAt: 2_000 }, here)
    at(1_999)
    expect(grants.inForce(here)).toEqual([rule])
    at(2_000)
    expect(grants.inForce(here)).toEqual([])
  })

  it.each<[PermissionRule, Remember]>([
    [{ tool: 'network', pattern: 'a.test:443', action: 'allow' }, { scope: 'project' }],
    [{ tool: 'network', pattern: 'a.test:443', action: 'allow' }, { scope: 'session' }],
    [{ tool: 'edit', pattern: '/srv/x/**', action: 'allow' }, { scope: 'project' }],
    [rule, { scope: 'folder', path: ROOT }],
  ])('%j for %j holds after a restart, and is gone at one after its time', (given, remember) => {
    const { log } = openWithProjects()
    const preview = { kind: 'command' as const, command: 'npm test', timeoutMs: 1 }
    open(log).give([given], { ...remember, expiresAt: 2_000 }, here, ask([given], preview))
    expect(open(log, 1_999).grants.inForce(here)).toEqual([given])
    expect(open(log, 2_000).grants.inForce(here)).toEqual([])
    // It was removed, and not only passed over: no clock that is set back brings it again.
    expect(open(log, 1_500).grants.list()).toEqual([])
  })

  it('for once is nowhere after a restart', () => {
    const { log } = openWithProjects()
    open(log).give([rule], { scope: 'once' }, here)
    expect(open(log).grants.list()).toEqual([])
  })

  it('is kept once, however often it is given', () => {
    const { grants, give } = open()
    give([rule, rule], { scope: 'session' }, here)
    give([rule], { scope: 'session' }, here)
    expect(grants.list()).toHaveLength(1)
  })

  it('is gone when it is taken back', () => {
    const { grants, give, changes } = open()
    give([rule], { scope: 'session' }, here)
    for (const { id } of grants.list()) grants.revoke(id)
    expect([grants.inForce(here), grants.list(), changes()]).toEqual([[], [], 2])
  })

  it('goes with its project, and so do those of the chats in it', () => {
    const { log, removeProject } = openWithProjects()
    const { grants, give, changes } = open(log)
    give([rule], { scope: 'project' }, here)
    give([rule], { scope: 'session' }, here)
    give([rule], { scope: 'project' }, elsewhere)
    give([rule], { scope: 'session' }, homeless)
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
    open(log).give([rule], { scope: 'project' }, here)
    removeProject(here.projectId)
    expect(open(log).grants.list()).toEqual([])
  })

  it('stays, and nothing is told, when no project is gone', () => {
    const { log } = openWithProjects()
    const { grants, give, changes } = open(log)
    give([rule], { scope: 'project' }, here)
    grants.forgetGone()
    expect([grants.list().length, changes()]).toEqual([1, 1])
  })
})

describe('a grant for a folder', () => {
  const diff = (path: string): Interaction['preview'] => ({
    kind: 'diff',
    diff: { path, added: 1, removed: 0, cut: false, hunks: [] },
  })
  const edit: PermissionRule = { tool: 'edit', pattern: 'src/billing/**', action: 'allow' }
  const inFolder = (path: string) => ({ scope: 'folder', path }) as const

  it('is about the files in it, wherever in the project the agent works', () => {
    const { grants, give } = open()
    give([edit], inFolder('src'), here, ask([edit], diff('src/billing/tax.ts')))
    expect(grants.inForce(here)).toEqual([{ tool: 'edit', pattern: 'src/**', action: 'allow' }])
    expect(grants.inForce({ ...nextChat, cwd: '/another/tree' })).toEqual([
      { tool: 'edit', pattern: `${ROOT}/src/**`, action: 'allow' },
    ])
    expect(grants.inForce({ ...elsewhere, cwd: ROOT })).toEqual([])
  })

  it('lets a command run again only while the agent works in it', () => {
    const { grants, give } = open()
    const preview = { kind: 'command' as const, command: 'npm test', timeoutMs: 1 }
    give([rule], inFolder(ROOT), here, ask([rule], preview))
    const holds = [ROOT, `${ROOT}/packages/a`, '/home/ada', '/home/ada/ledger-2'].map(
      (cwd) => grants.inForce({ ...here, cwd }).length > 0,
    )
    expect(holds).toEqual([true, true, false, false])
  })

  it('is refused for a folder the request is not about, before anything is answered', () => {
    const { grants } = open()
    const asked = ask([edit], diff('src/billing/tax.ts'))
    for (const path of ['/', ROOT, '.', '..', 'src/other', 'src/billing/../..', '']) {
      expect(() => grants.prepare(asked, inFolder(path), here)).toThrow('is not about the folder')
    }
    expect(grants.list()).toEqual([])
  })

  it('lets nothing through that lies outside of the folder, is protected, or runs', () => {
    const segment = fc.constantFrom('src', 'billing', 'src2', '.git', 'a*b', '..x', 'tax.ts', '\\')
    const somePath = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
    fc.assert(
      fc.property(somePath, fc.nat(3), somePath, fc.boolean(), (asked, nth, target, outside) => {
        const { grants, give } = open()
        const of = ask([edit], diff(asked))
        const folders = asked
          .split('/')
          .slice(0, -1)
          .map((_, at, parts) => parts.slice(0, at + 1).join('/'))
        const folder = folders[nth % Math.max(1, folders.length)]
        if (folder === undefined) return
        give([edit], inFolder(folder), here, of)
        const shown = outside ? `/elsewhere/${target}` : target
        for (const access of ['edit', 'execute', 'read'] as const) {
          const tool = access === 'execute' ? 'bash' : access
          const { verdict } = judge({
            tool,
            mode: 'ask',
            rules: [[{ tool: 'read', action: 'ask' }]],
            home: '/home/ada',
            grants: grants.inForce(here),
            acts: [{ access, target: shown, outside, proposedRule: null }],
          })
          const within = !outside && (target === folder || target.startsWith(`${folder}/`))
          const isProtected = target.split('/').includes('.git') && !folder.split('/').includes('.git')
          if (verdict === 'allow') expect([access, within, isProtected]).toEqual(['edit', true, false])
        }
      }),
    )
  })
})

describe('the list of grants', () => {
  it('says from which answer one came, how often it was used and when last', () => {
    const { log } = openWithProjects()
    const { grants, give, at, frames, changes } = open(log)
    give([rule], { scope: 'project' }, here)
    at(5_000)
    grants.used(grants.inForce(here))
    grants.used(grants.inForce(nextChat))
    const before = changes()
    frames.pass()
    expect(grants.list()).toMatchObject([{ uses: 2, lastUsedAt: 5_000, createdAt: 1_000 }])
    expect(changes()).toBe(before + 1)
  })

  it('keeps what was counted when the app is closed', () => {
    const { log } = openWithProjects()
    const { grants, give } = open(log)
    give([rule], { scope: 'project' }, here)
    grants.used(grants.inForce(here))
    grants.close()
    expect(open(log).grants.list()).toMatchObject([{ uses: 1 }])
  })

  it('has a revoked one again, just as it was, when that is taken back', () => {
    const { grants, give } = open()
    give([rule], { scope: 'session', expiresAt: 9_000 }, here)
    const before = grants.list()
    for (const { id } of before) {
      grants.revoke(id)
      grants.restore(id)
      expect(() => grants.restore(id)).toThrow('can no longer be restored')
    }
    expect(grants.list()).toEqual(before)
  })

  it('keeps the longer of two that say the same', () => {
    const { grants, give } = open()
    for (const expiresAt of [3_000, 9_000, 5_000]) give([rule], { scope: 'session', expiresAt }, here)
    expect(grants.list().map(({ expiresAt }) => expiresAt)).toEqual([9_000])
    give([rule], { scope: 'session' }, here)
    give([rule], { scope: 'session', expiresAt: 9_000 }, here)
    expect(grants.list().map(({ expiresAt }) => expiresAt)).toEqual([null])
  })

  it('at any time holds exactly what the answers so far say', () => {
    const someAnswer = fc.record({
      scope: fc.constantFrom('once' as const, 'session' as const, 'project' as const),
      expiresAt: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
      at: fc.integer({ min: 0, max: 20 }),
    })
    fc.assert(
      fc.property(
        fc.array(someAnswer, { maxLength: 8 }),
        fc.integer({ min: 21, max: 30 }),
        (answers, then) => {
          const { grants, give, at } = open()
          for (const { scope, expiresAt, at: when } of answers.toSorted((a, b) => a.at - b.at)) {
            at(when)
            give([rule], expiresAt === undefined ? { scope } : { scope, expiresAt }, here)
          }
          at(then)
          const lasts = ({ expiresAt }: { expiresAt: number | undefined }) => (expiresAt ?? 99) > then
          const forever = answers.filter(lasts).map(({ scope }) => scope)
          expect(grants.inForce(here).length > 0).toBe(forever.some((scope) => scope !== 'once'))
          expect(grants.inForce(nextChat).length > 0).toBe(forever.includes('project'))
        },
      ),
    )
  })
})
