import { describe, expect, it } from 'vitest'
import { createRunRig } from '../../../../test/support/rigs/run-rig.ts'
import { ended, runsOf, says } from '../../../../test/support/rigs/scripted-replies.ts'
import type { EditReport } from './edit-check.ts'

/** Runs a chat whose checks report `reports`, one after each answer. */
async function checked(reports: readonly (EditReport | null)[], maxTurns = 50) {
  const left = [...reports]
  const over: string[] = []
  const rig = createRunRig({
    replies: ['one', 'two', 'three', 'four', 'five'].map(says),
    hooks: [],
    maxTurns,
    edits: { report: async () => left.shift() ?? null, ended: ({ runId }) => void over.push(runId) },
  })
  const sessionId = await rig.open()
  rig.say(sessionId, 'Go')
  await ended(rig, sessionId)
  const { activeContextId } = rig.sessions.get(sessionId).meta
  const path = activeContextId === null ? [] : rig.log.paths.of(sessionId, activeContextId)
  const items = path.flatMap((event) => (event.kind === 'harness.item' ? [event.payload] : []))
  return { items, requests: rig.requests.length, runs: runsOf(rig, sessionId), unread: left.length }
}

const report: EditReport = { count: 2, path: 'a.ts', lines: 'a.ts:1 error: bad\na.ts:2 error: worse' }

describe('new problems after edits', () => {
  it('continue the run with the problems as data of a tool', async () => {
    const { items, requests } = await checked([report])
    expect(requests).toBe(2)
    expect(items).toMatchObject([
      {
        kind: 'new-problems',
        origin: 'tool',
        content: report.lines,
        data: { said: [{ name: 'problems.newMany', facts: { count: '2', path: 'a.ts' } }] },
      },
    ])
  })

  it('say nothing and ask nothing where there are none', async () => {
    expect(await checked([null])).toMatchObject({ items: [], requests: 1 })
  })

  it('continue a turn three times at most, and then tell the person', async () => {
    const { items, requests, runs } = await checked(Array(9).fill(report))
    expect(requests).toBe(4)
    expect(items.map(({ kind }) => kind)).toEqual([...Array(3).fill('new-problems'), 'runtime-notice'])
    expect(items.at(-1)?.content).toContain('New problems are left after 3 rounds')
    expect(runs).toMatchObject([{ status: 'completed' }])
  })

  it('do not take a run over its limit of requests', async () => {
    const { items, requests, runs } = await checked([report], 1)
    expect([requests, items.map(({ kind }) => kind)]).toEqual([1, ['runtime-notice']])
    expect(runs).toMatchObject([{ status: 'completed' }])
  })
})
