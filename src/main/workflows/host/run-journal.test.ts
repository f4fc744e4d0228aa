import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { ContextId, RunId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { MemoEntry } from '#shared/workflow/memo.ts'
import type { WorkflowEventOf } from '#shared/workflow/workflow-events.ts'
import { createLateWrites } from './late-writes.ts'
import { createRunJournal } from './run-journal.ts'

const id = WorkflowRunId.parse('wfr_00000001')

/** A journal on a disk that can be full, with timers that fire when the test says so. */
function open() {
  const disk = { full: false, takesCommits: true }
  const stored: string[] = []
  const reports: unknown[] = []
  let due: (() => void)[] = []
  const schedule = (_ms: number, act: () => void) => {
    due.push(act)
    return () => {
      due = due.filter((each) => each !== act)
    }
  }
  const pass = () => {
    const now = due
    due = []
    for (const act of now) act()
  }
  const journal = createRunJournal({
    workflowRunId: id,
    sessionId: SessionId.parse('ses_00000001'),
    contextId: ContextId.parse('ctx_00000001'),
    runId: RunId.parse('run_00000001'),
    rows: { putMemo: (_id, { key }) => void stored.push(`memo ${key}`) },
    publish: (_session, events: readonly NewDurableEvent[], also) => {
      if (disk.full) throw AppError.quoting('db.full', 'The disk is full.')
      also()
      stored.push(...events.map((event) => (event.kind === 'workflow.log' ? event.payload.text : event.kind)))
    },
    commit: () => {
      if (!disk.takesCommits) throw AppError.quoting('db.full', 'The disk is full.')
      stored.push('committed')
    },
    schedule,
    stored: () => {},
    report: (error) => void reports.push(error),
  })
  return { disk, stored, reports, journal, pass, schedule }
}

const log = (text: string) => ({
  kind: 'workflow.log' as const,
  payload: { level: 'info' as const, text, phase: null, group: null },
})
const ended = { kind: 'workflow.ended' as const, payload: { state: 'done' as const, spent: 0 } }
const result = { key: 'k' } as MemoEntry
const changed = { kind: 'workflow.agent', payload: {} } as WorkflowEventOf<'workflow.agent'>

it('keeps progress that the disk did not take, in its order, until there is room', () => {
  const { disk, stored, journal, pass } = open()
  disk.full = true
  journal.report(log('one'))
  pass()
  journal.report(log('two'))
  pass()
  journal.report(ended)
  expect(stored).toEqual([])
  disk.full = false
  pass()
  expect(stored).toEqual(['one', 'two', 'workflow.ended'])
})

it('writes a flood of lines in parts, and asks a full disk once for all of them', () => {
  const { disk, stored, reports, journal, pass } = open()
  for (let line = 0; line < 450; line += 1) journal.report(log(String(line)))
  expect(stored).toHaveLength(400)
  pass()
  expect(stored).toEqual(Array.from({ length: 450 }, (_, line) => String(line)))
  disk.full = true
  for (let line = 0; line < 1_000; line += 1) journal.report(log('more'))
  expect([stored.length, reports.length]).toEqual([450, 1])
  disk.full = false
  pass()
  expect(stored).toHaveLength(1_450)
})

it('tells who waits for a result that it was not kept, and says nothing of it later', async () => {
  const { disk, stored, journal, pass } = open()
  disk.full = true
  const kept = journal.commit(result, changed)
  journal.report(log('one'))
  pass()
  await expect(kept).rejects.toThrow('The disk is full.')
  disk.full = false
  pass()
  expect(stored).toEqual(['one'])
})

it('stores a result alone, and its event at the pace of the screen in the order of both', async () => {
  const { stored, journal, pass } = open()
  journal.report(log('before'))
  const kept = journal.commit(result, changed)
  journal.report(log('after'))
  // Timers fire in the order in which they were set here: progress, then the result.
  pass()
  await kept
  expect(stored).toEqual(['memo k', 'before', 'workflow.agent', 'after', 'committed'])
  const next = journal.commit({ key: 'l' } as MemoEntry, changed)
  pass()
  await next
  pass()
  expect(stored.slice(5)).toEqual(['memo l', 'committed', 'workflow.agent'])
})

it('writes the end of a run as soon as the disk takes it, and lets nobody go on before', () => {
  const { disk, stored, journal, pass, schedule } = open()
  const reports: unknown[] = []
  const late = createLateWrites({ schedule, report: (error) => void reports.push(error) })
  disk.full = true
  journal.report(ended)
  late.write(id, () => {
    journal.close()
    stored.push('row')
  })
  expect(() => late.settle(id)).toThrow('the disk is full')
  disk.full = false
  pass()
  expect(stored).toEqual(['workflow.ended', 'row'])
  expect(() => late.settle(id)).not.toThrow()
  pass()
  expect(stored).toHaveLength(2)
})

it('lets a script go on only with a result that is committed, and commits nothing for progress alone', async () => {
  const { disk, stored, journal, pass } = open()
  const kept = journal.commit(result, changed)
  pass()
  await kept
  journal.report(log('one'))
  pass()
  expect(stored).toEqual(['memo k', 'committed', 'workflow.agent', 'one'])
  disk.takesCommits = false
  const unsure = journal.commit({ key: 'l' } as MemoEntry, changed)
  pass()
  await expect(unsure).rejects.toThrow('The disk is full.')
  disk.takesCommits = true
  pass()
  // It was published: once is enough.
  expect(stored.slice(4)).toEqual(['memo l', 'workflow.agent'])
})
