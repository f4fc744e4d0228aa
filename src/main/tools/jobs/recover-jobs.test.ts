import { expect, it } from 'vitest'
import { RunId, SessionId } from '#shared/ids.ts'
import type { JobRecord } from '#shared/process/job.ts'
import { jobAddress } from '#shared/process/job-address.ts'
import { recoverJobs } from './recover-jobs.ts'

const sessionId = SessionId.parse('ses_00000000')
const JOB: JobRecord = {
  id: 'job_1',
  runId: RunId.parse('run_00000000'),
  agentId: 'tester',
  callId: 'call',
  command: 'serve',
  startedAt: 1,
  state: 'running',
  endedAt: null,
  exitCode: null,
  signal: null,
  port: 5_173,
  isOpen: false,
  canOpen: true,
  openedAt: 40_000,
}

it('closes what a killed app left running, with the port that was opened to it', () => {
  const published: JobRecord[] = []
  const told: string[] = []
  recoverJobs({
    sessions: () => [sessionId],
    recordsOf: () => [JOB],
    lastActive: () => 9,
    publish: (_, job) => void published.push(job),
    tell: (_, { content }) => void told.push(content),
    report: (_, error) => {
      throw error
    },
  })
  expect(published).toMatchObject([{ state: 'closed', endedAt: 9, port: null }])
  // Another program may listen there now.
  expect(published.map(jobAddress)).toEqual([null])
  expect(told).toHaveLength(1)
})
