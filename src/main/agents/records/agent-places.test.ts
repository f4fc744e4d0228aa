import { expect, it } from 'vitest'
import type { SessionEvent } from '#shared/events/event.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { RunStatus } from '#shared/run/run.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { createAgentPlaces } from './agent-places.ts'
import { createPlaces } from './places.ts'

const id = (name: string) => `ses_${name}` as SessionId
const runOf = (name: string) => `run_${name}` as RunId

/** Agents by who they work for, with one place for each level of a chat. */
function open(parents: Readonly<Record<string, string | null>>, background: readonly string[] = []) {
  const kindOf = (name: string) => (parents[name] === null ? 'chat' : 'child')
  const folds = (sessionId: SessionId) => {
    const name = sessionId.slice(4)
    const above = parents[name] ?? null
    const session = {
      id: sessionId,
      kind: kindOf(name),
      parentSessionId: above === null ? null : id(above),
      parentRunId: above === null ? null : runOf(above),
      meta: { background: background.includes(name), activeContextId: null },
    }
    return { session, contexts: {}, runs: { [runOf(name)]: { agentId: 'general' } } }
  }
  const log = { folds } as unknown as Pick<RunLog, 'folds'>
  const counting = createPlaces(() => 1)
  const places = createAgentPlaces({ log, places: counting })
  const begun: string[] = []
  const stoppers = new Map<string, AbortController>()
  const frees = new Map<string, () => void>()
  const begin = async (name: string, depth: number, parent = parents[name] ?? '') => {
    const stopper = new AbortController()
    stoppers.set(name, stopper)
    const record = () => ({ parentRunId: runOf(parent) })
    const handle = { sessionId: id(name), runId: runOf(name), signal: stopper.signal, record }
    const free = await places.take(handle as unknown as RunHandle, depth)
    frees.set(name, free)
    begun.push(name)
  }
  const say = (name: string, event: object) => places.heard(id(name), [event as unknown as SessionEvent])
  return {
    places,
    begun,
    begin,
    chats: counting.chats,
    becomes: (name: string, to: RunStatus) =>
      say(name, { kind: 'run.status', payload: { runId: runOf(name), from: 'running', to } }),
    moved: (name: string) => say(name, { kind: 'session.meta', payload: { changes: { background: true } } }),
    free: (name: string) => frees.get(name)?.(),
    stop: (name: string) => stoppers.get(name)?.abort(new Error('Stopped.')),
  }
}

const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))
const FAMILY = { chat: null, upper: 'chat', lower: 'upper', beside: 'chat', last: 'chat' }

/** Lets agents come that are not waited for here. */
async function come(rig: ReturnType<typeof open>, ...agents: readonly [name: string, depth: number][]) {
  for (const [name, depth] of agents) rig.begin(name, depth).catch(() => undefined)
  await settled()
}

it('lends the places of all who wait for one that asks, and takes them back when that is in the background', async () => {
  const rig = open(FAMILY)
  await come(rig, ['upper', 1], ['lower', 2])
  rig.becomes('lower', 'awaiting_user')
  await come(rig, ['beside', 1], ['last', 1])
  expect(rig.begun).toEqual(['upper', 'lower', 'beside'])
  rig.moved('lower')
  rig.free('beside')
  await settled()
  expect(rig.begun).not.toContain('last')
  rig.free('upper')
  await settled()
  expect(rig.begun).toContain('last')
})

it('gives the place back of a run that has ended, whatever its inside still does', async () => {
  const rig = open(FAMILY)
  await come(rig, ['upper', 1], ['beside', 1])
  rig.becomes('upper', 'cancelled')
  await settled()
  expect(rig.begun).toEqual(['upper', 'beside'])
  rig.free('upper')
  await come(rig, ['last', 1])
  expect(rig.begun).not.toContain('last')
})

it('lends the place of one that waits for an agent without an inside, until that is answered', async () => {
  const rig = open(FAMILY)
  await come(rig, ['upper', 1])
  rig.places.waitsFor(id('upper'), id('lower'), true)
  await come(rig, ['beside', 1])
  rig.places.waitsFor(id('upper'), id('lower'), false)
  await come(rig, ['last', 1])
  rig.free('beside')
  await settled()
  expect(rig.begun).toEqual(['upper', 'beside'])
})

it('keeps nobody from a place who is waited for on the same level, or from above', async () => {
  const rig = open(FAMILY)
  await come(rig, ['upper', 1], ['lower', 2])
  rig.begin('beside', 1, 'lower').catch(() => undefined)
  await settled()
  expect(rig.begun).toEqual(['upper', 'lower', 'beside'])
})

it('knows nobody of a chat any more when all are gone, also those that were stopped in line', async () => {
  const rig = open(FAMILY, ['lower'])
  await come(rig, ['upper', 1], ['lower', 2], ['beside', 1])
  rig.becomes('lower', 'awaiting_user')
  rig.stop('beside')
  await settled()
  for (const name of ['upper', 'lower']) rig.free(name)
  expect([rig.begun, rig.chats()]).toEqual([['upper', 'lower'], 0])
})
