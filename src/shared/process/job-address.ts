import type { JobId, JobRecord } from './job.ts'

/** The number in a job id. */
export const jobNumber = (id: JobId): number => Number(id.slice('job_'.length))

/** The address at which a job answers a browser; null without an open port. */
export const jobAddress = ({
  port,
  isOpen,
  openedAt,
}: Pick<JobRecord, 'port' | 'isOpen' | 'openedAt'>): string | null => {
  if (openedAt !== undefined) return `http://127.0.0.1:${openedAt}/`
  return port === null || !isOpen ? null : `http://localhost:${port}/`
}
