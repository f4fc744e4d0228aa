import { expect, it } from 'vitest'
import { RunId } from '../ids.ts'
import type { JobRecord } from '../process/job.ts'
import { foldJobs } from './fold-jobs.ts'

const job = (number: number, state: JobRecord['state'] = 'running'): JobRecord => ({
  id: `job_${number}`,
  runId: RunId.parse('run_00000000'),
  agentId: 'default',
  callId: 'call',
  command: 'npm run dev',
  startedAt: 1,
  state,
  endedAt: null,
  exitCode: null,
  signal: null,
  port: null,
  isOpen: false,
})

it('keeps one record of each job, oldest first', () => {
  const jobs = [job(10), job(2), job(10, 'stopped')].reduce(foldJobs, [])
  expect(jobs).toEqual([job(2), job(10, 'stopped')])
})

it('drops the oldest ended jobs and no running one', () => {
  const many = Array.from({ length: 60 }, (_, at) => job(at + 2, 'exited'))
  const jobs = [job(1), ...many].reduce(foldJobs, [])
  expect(jobs).toHaveLength(51)
  expect(jobs.slice(0, 2)).toEqual([job(1), job(12, 'exited')])
})
