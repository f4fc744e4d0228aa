import { expect, it } from 'vitest'
import { EMPTY_FOLDS, type SessionFolds } from '#shared/events/fold.ts'
import type { AgentPlace } from '../host/agent-runner.ts'
import { createRunNote } from './run-note.ts'

const place = { sessionId: 'ses_00000001', runId: 'run_00000001' } as AgentPlace
const folds = () =>
  ({ ...EMPTY_FOLDS, session: { meta: { activeContextId: 'ctx_00000001' } } }) as unknown as SessionFolds

it('puts a line into the log of the run', () => {
  const stored: unknown[] = []
  const line = {
    text: 'kept at /a b/中文',
    said: [{ name: 'workflow.workKept', facts: { path: '/a b/中文' } }],
  }
  const publish = (_session: unknown, events: readonly unknown[]) => stored.push(...events)
  createRunNote({ publish, folds, now: () => 7, report: () => undefined })(place, line)
  expect(stored).toEqual([
    {
      kind: 'workflow.log',
      runId: 'run_00000001',
      contextId: 'ctx_00000001',
      payload: { level: 'info', ...line, phase: null, group: null, happenedAt: 7 },
    },
  ])
})

it('lets the run end though the disk is full', () => {
  const reported: unknown[] = []
  const full = new Error('ENOSPC')
  const publish = () => {
    throw full
  }
  const note = createRunNote({ publish, folds, now: () => 7, report: (error) => reported.push(error) })
  expect(() => note(place, { text: 'kept', said: [] })).not.toThrow()
  expect(reported).toEqual([full])
})
