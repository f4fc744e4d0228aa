import { expect, it } from 'vitest'
import type { AttachReply, WindowMessage } from '#shared/events/delivery.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { EMPTY_FOLDS, fold } from '#shared/events/fold.ts'
import { SessionId } from '#shared/ids.ts'
import type { WorkflowEvent } from '#shared/workflow/workflow-events.ts'
import { createApi } from '../../api.ts'
import { createWorkflowStore } from './workflow-store.ts'

const sessionId = SessionId.parse('ses_00000001')
const other = SessionId.parse('ses_00000002')

const started: WorkflowEvent = {
  kind: 'workflow.started',
  payload: {
    attempt: 1,
    name: 'tale',
    description: '',
    phases: [],
    scriptHash: 'h',
    args: null,
    concurrency: 3,
    budget: null,
    memo: 0,
  },
}
const logged = (text: string): WorkflowEvent => ({
  kind: 'workflow.log',
  payload: { level: 'info', text, phase: null, group: null },
})

/** Main with one run in its log, and a window whose frames come when the test says so. */
function createRig() {
  const log: DurableEvent[] = []
  const calls: string[] = []
  const problems: unknown[] = []
  let frames: (() => void)[] = []
  let broken = false
  const add = (event: WorkflowEvent) => {
    const seq = log.length + 1
    log.push({
      tier: 'durable',
      id: `evt_${seq}`,
      seq,
      ts: seq,
      sessionId,
      parentId: null,
      ...event,
    } as unknown as DurableEvent)
  }
  const attach = (): AttachReply => ({
    epoch: 'e',
    path: [],
    hasOlder: false,
    inflight: [],
    tools: [],
    loading: null,
    draft: '',
    folds: log.reduce(fold, EMPTY_FOLDS),
    cursor: { epoch: 'e', seq: log.length, durableSeq: log.length },
  })
  const api = createApi({
    call: async (name) => {
      calls.push(name)
      if (broken) return { ok: false, error: { code: 'other', message: 'Gone.', recoverable: false } }
      return { ok: true, value: name === 'session.attach' ? attach() : null }
    },
    onEvent: () => () => undefined,
  })
  const workflow = createWorkflowStore({
    api,
    after: (_ms, run) => frames.push(run),
    report: (error) => problems.push(error),
  })
  const batch = (from: number, to: number): Extract<WindowMessage, { t: 'events' }> => ({
    t: 'events',
    sessionId,
    epoch: 'e',
    prevSeq: from,
    events: log.slice(from, to),
  })
  const frame = () => {
    const due = frames
    frames = []
    for (const run of due) run()
  }
  const texts = () => workflow.store.getState().view?.logs.map((line) => line.text)
  return {
    workflow,
    add,
    batch,
    frame,
    texts,
    calls,
    problems,
    breakMain: () => (broken = true),
    framesDue: () => frames.length,
  }
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

it('shows the run that main tells of and folds what comes after it once a frame', async () => {
  const rig = createRig()
  rig.add(started)
  await rig.workflow.open(sessionId)
  let draws = 0
  rig.workflow.store.subscribe(() => {
    draws += 1
  })
  for (let at = 1; at <= 50; at += 1) {
    rig.add(logged(`line ${at}`))
    rig.workflow.receive(rig.batch(at, at + 1))
  }
  expect([rig.framesDue(), draws]).toEqual([1, 0])
  rig.frame()
  expect([draws, rig.texts()?.length]).toEqual([1, 50])
  expect(rig.calls.filter((call) => call === 'session.ack')).toHaveLength(1)
})

it('attaches again when a piece is missing and ends where main is', async () => {
  const rig = createRig()
  rig.add(started)
  await rig.workflow.open(sessionId)
  for (const text of ['a', 'b', 'c']) rig.add(logged(text))
  rig.workflow.receive(rig.batch(2, 4))
  rig.frame()
  await settled()
  expect(rig.texts()).toEqual(['a', 'b', 'c'])
  expect(rig.problems).toEqual([])
})

it('ignores what it has seen and what is about another session', async () => {
  const rig = createRig()
  rig.add(started)
  rig.add(logged('a'))
  await rig.workflow.open(sessionId)
  rig.workflow.receive(rig.batch(0, 2))
  rig.workflow.receive({ ...rig.batch(0, 2), sessionId: other })
  rig.frame()
  expect(rig.texts()).toEqual(['a'])
})

it('keeps batches that arrive while it attaches', async () => {
  const rig = createRig()
  rig.add(started)
  const opening = rig.workflow.open(sessionId)
  rig.add(logged('late'))
  rig.workflow.receive(rig.batch(1, 2))
  await opening
  rig.frame()
  expect(rig.texts()).toEqual(['late'])
})

it('says why a run cannot be shown and tries again when asked', async () => {
  const rig = createRig()
  rig.breakMain()
  await rig.workflow.open(sessionId)
  expect(rig.workflow.store.getState()).toMatchObject({ opening: null, problem: { message: 'Gone.' } })
})

it('lets go of the run it showed when another is opened', async () => {
  const rig = createRig()
  rig.add(started)
  await rig.workflow.open(sessionId)
  await rig.workflow.open(null)
  expect(rig.calls).toContain('session.detach')
  expect(rig.workflow.store.getState().sessionId).toBeNull()
})
