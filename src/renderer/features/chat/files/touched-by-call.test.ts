import { expect, it } from 'vitest'
import type { TouchedFile } from '#shared/checkpoint/checkpoint.ts'
import { RunId } from '#shared/ids.ts'
import { changeOf } from './touched-by-call.ts'

const runId = RunId.parse('run_00000001')
const file = (path: string, version: object) =>
  ({
    file: `fil_${path}`,
    path,
    outside: false,
    obstacle: null,
    versions: [{ kind: 'change', callId: 'call_1', runId, undone: false, kept: true, ...version }],
  }) as unknown as TouchedFile

it('finds the change of a call of one run, and whether it is undone', () => {
  const call = { callId: 'call_1', runId }
  expect(changeOf(call, [file('a.ts', { callId: 'call_2' }), file('b.ts', {})])).toMatchObject({
    path: 'b.ts',
    undone: false,
  })
  expect(changeOf(call, [file('b.ts', { undone: true })])).toMatchObject({ undone: true })
  expect(changeOf({ ...call, runId: RunId.parse('run_00000002') }, [file('b.ts', {})])).toBeNull()
  expect(changeOf(call, [file('b.ts', { kept: false })])).toBeNull()
  expect(changeOf(call, [])).toBeNull()
})
