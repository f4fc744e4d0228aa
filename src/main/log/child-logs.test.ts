import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ContextId, RunId, SessionId } from '#shared/ids.ts'
import { openTestLog } from '../../../test/support/data/open-log.ts'
import { createRunRig } from '../../../test/support/rigs/run-rig.ts'
import { createChildLogs } from './child-logs.ts'

/** Logs that start one another's runs, in whatever order. */
async function open() {
  const log = openTestLog()
  const { sessions } = createRunRig({ replies: [], log })
  const children = createChildLogs(log)
  const all: { readonly id: SessionId; readonly runs: RunId[] }[] = []
  const add = async (parent: SessionId | null): Promise<void> => {
    const place = { kind: 'child', mode: 'bridge', agentId: 'agt_general' } as const
    const id = await sessions.create({
      projectId: 'prj_1',
      cwd: '/',
      model: 'test/scripted',
      permissionMode: 'ask',
      title: 'x',
      ...(parent === null ? {} : { place: { ...place, parentSessionId: parent } }),
    } as Parameters<typeof sessions.create>[0])
    all.push({ id, runs: [] })
  }
  const run = (at: number, parent: RunId | null): void => {
    const one = all[at]
    if (one === undefined) return
    const runId = log.newId('run')
    const contextId = Object.keys(log.store.folds(one.id).contexts)[0] as ContextId
    const spec = { kind: 'child', contextId, agentId: 'agt_general', model: 'test/scripted' }
    const parentRunId = parent === null ? {} : { parentRunId: parent }
    log.bus.publish(one.id, [
      {
        kind: 'run.status',
        runId,
        contextId,
        payload: { runId, from: null, to: 'pending', spec: { ...spec, ...parentRunId } },
      } as Parameters<typeof log.bus.publish>[1][number],
    ])
    one.runs.push(runId)
  }
  return { ...log, children, all, add, run }
}

const step = fc.record({ of: fc.nat(5), with: fc.nat(5), act: fc.constantFrom('add', 'run', 'work', 'ask') })

it('answers what the tables say, whatever began since it was asked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { all, add, run, children, reader, db } = await open()
      await add(null)
      for (const { of, with: other, act } of steps) {
        const [one, two] = [all[of % all.length], all[other % all.length]]
        if (act === 'add') await add(one?.id ?? null)
        if (act === 'run') run(of % all.length, null)
        if (act === 'work') run(of % all.length, two?.runs.at(-1) ?? null)
        if (act === 'ask' && one !== undefined) children.of(one.id)
      }
      for (const { id } of all) expect(children.of(id)).toEqual(reader.childrenOf(id))
      db.close()
    }),
    { numRuns: 60 },
  )
})

it('knows of agents whose log was stored before that of whoever they work for', () => {
  const { bus, reader, store, newId } = openTestLog()
  const children = createChildLogs({ bus, reader, store })
  const [chat, agent] = [newId('session'), newId('session')]
  const [contextId, above, runId] = [newId('context'), newId('run'), newId('run')]
  const meta = {
    title: 'x',
    projectId: null,
    model: 'test/scripted',
    thinking: 'off' as const,
    archived: false,
    permissionMode: 'ask' as const,
    activeContextId: contextId,
  }
  const made = { cwd: '/', projectId: null, deviceId: newId('device'), meta }
  const spec = { contextId, agentId: 'build', model: 'test/scripted' }
  const begun = { from: null, to: 'pending' as const }
  bus.publish(agent, [
    {
      kind: 'session.created',
      payload: { ...made, kind: 'child', parentSessionId: chat, parentRunId: above },
    },
    {
      kind: 'run.status',
      runId,
      contextId,
      payload: { ...begun, runId, spec: { ...spec, kind: 'child', parentRunId: above } },
    },
  ])
  bus.publish(chat, [
    { kind: 'session.created', payload: { ...made, kind: 'chat' } },
    {
      kind: 'run.status',
      runId: above,
      contextId,
      payload: { ...begun, runId: above, spec: { ...spec, kind: 'chat' } },
    },
  ])
  expect(children.of(chat)).toEqual([agent])
})
