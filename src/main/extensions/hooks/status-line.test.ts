import { expect, it } from 'vitest'
import { ProjectId, SessionId } from '#shared/ids.ts'
import { createStoppedClock } from '../../../../test/support/data/stopped-clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import type { HookJob } from '../command-hooks.ts'
import { createStatusLine, STATUS_LINE_LIMIT_MS } from './status-line.ts'

const CHAT = SessionId.parse('ses_00000001')
const scene = {
  sessionId: CHAT,
  runId: null,
  agentId: 'build',
  cwd: '/tide',
  projectId: ProjectId.parse('prj_00000001'),
}

type Ran = { readonly exitCode: number; readonly out: string } | Error

/** A status line whose command ends as told; null: it never ends before its signal. */
function rig({
  ran = { exitCode: 0, out: 'tide' } as Ran | null,
  trusted = true,
  command = 'tide' as string | null,
} = {}) {
  const jobs: HookJob[] = []
  const clock = createStoppedClock()
  const line = createStatusLine({
    table: () => (command === null ? undefined : { command }),
    sceneOf: async () => ({ scene, trusted, input: { session_id: CHAT } }),
    run: (job, signal) => {
      jobs.push(job)
      if (ran instanceof Error) return Promise.reject(ran)
      if (ran !== null) return Promise.resolve({ ...ran, err: '' })
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    clock,
    logger: silentLogger,
    signal: new AbortController().signal,
  })
  return { line, jobs, clock }
}

it.each<[string, Ran, unknown]>([
  ['its line', { exitCode: 0, out: '  main ✓  \n\n' }, { state: 'shown', text: 'main ✓' }],
  ['several lines as one', { exitCode: 0, out: 'one\n\n two \n' }, { state: 'shown', text: 'one  two' }],
  ['nothing', { exitCode: 0, out: '\n' }, { state: 'shown', text: '' }],
  ['a failure', { exitCode: 1, out: 'no' }, { state: 'kept', reason: 'failed' }],
  ['a command that cannot start', new Error('ENOENT'), { state: 'kept', reason: 'failed' }],
])('answers with %s', async (_what, ran, answer) => {
  const { line, jobs } = rig({ ran })
  expect(await line.run(1, CHAT, null)).toEqual(answer)
  expect(jobs).toMatchObject([{ command: 'tide', input: `{"session_id":"${CHAT}"}\n`, source: 'project' }])
})

it.each([
  ['there is no command', { command: null }, 'off'],
  ['the folder is not trusted', { trusted: false }, 'untrusted'],
])('starts no process while %s', async (_why, how, state) => {
  const { line, jobs } = rig(how)
  expect(await line.run(1, CHAT, null)).toEqual({ state })
  expect(jobs).toEqual([])
})

it('ends a slow command at its limit', async () => {
  const { line, jobs, clock } = rig({ ran: null })
  const answer = line.run(1, CHAT, null)
  await expect.poll(() => jobs.length).toBe(1)
  clock.advance(STATUS_LINE_LIMIT_MS)
  expect(await answer).toEqual({ state: 'kept', reason: 'slow' })
})

it('ends a command that a newer one of the window replaces, and none of another window', async () => {
  const { line, jobs, clock } = rig({ ran: null })
  const first = line.run(1, CHAT, null)
  const other = line.run(2, CHAT, null)
  await expect.poll(() => jobs.length).toBe(2)
  const second = line.run(1, CHAT, null)
  expect(await first).toEqual({ state: 'kept', reason: 'replaced' })
  await expect.poll(() => jobs.length).toBe(3)
  clock.advance(STATUS_LINE_LIMIT_MS)
  expect([await other, await second]).toEqual([
    { state: 'kept', reason: 'slow' },
    { state: 'kept', reason: 'slow' },
  ])
})
