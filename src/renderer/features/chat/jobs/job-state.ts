import type { JobRecord } from '#shared/process/job.ts'

/** Whether a background program still runs. */
export const isRunning = ({ state }: Pick<JobRecord, 'state'>): boolean => state === 'running'
