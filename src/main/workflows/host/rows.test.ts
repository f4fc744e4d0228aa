import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WorkflowRunId } from '#shared/ids.ts'
import { NO_COST } from '#shared/workflow/add-cost.ts'
import type { MemoEntry } from '#shared/workflow/memo.ts'
import { openTestLog } from '../../../../test/support/open-log.ts'
import { createWorkflowRows, type WorkflowRows } from './rows.ts'

const parent = WorkflowRunId.parse('wfr_00000001')
const fork = WorkflowRunId.parse('wfr_00000002')
const entry = (key: string): MemoEntry => ({
  ...{ key, nth: 0, kind: 'ok', value: { said: key }, cost: NO_COST },
  ...{ hadWriteTools: true, label: key, ref: null, at: 1 },
})

let log: ReturnType<typeof openTestLog>
let rows: WorkflowRows
beforeEach(() => {
  log = openTestLog()
  rows = createWorkflowRows(log.db)
})
afterEach(() => log.db.close())

describe('the journal of a fork', () => {
  it('is that of its parent, which keeps it, and says so', () => {
    for (const key of ['a', 'b']) rows.putMemo(parent, entry(key))
    rows.copyMemo(parent, fork)
    expect(rows.memo(fork)).toEqual(['a', 'b'].map((key) => ({ ...entry(key), taken: true })))
    expect(rows.memo(parent)).toEqual([entry('a'), entry('b')])
  })

  it('is copied as a whole or not at all', () => {
    for (const key of ['a', 'b', 'c']) rows.putMemo(parent, entry(key))
    rows.putMemo(fork, entry('c'))
    expect(() => rows.copyMemo(parent, fork)).toThrow()
    expect(rows.memo(fork).map(({ key }) => key)).toEqual(['c'])
  })
})
