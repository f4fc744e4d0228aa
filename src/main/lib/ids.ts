import { randomBytes, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  BlobId,
  ClientId,
  ContextId,
  DeviceId,
  EventId,
  GrantId,
  PlanId,
  ProjectId,
  QueueItemId,
  RequestId,
  RunId,
  SessionId,
  WorkflowRunId,
} from '#shared/ids.ts'

const PREFIX = {
  session: ['ses', SessionId],
  context: ['ctx', ContextId],
  event: ['evt', EventId],
  run: ['run', RunId],
  plan: ['pln', PlanId],
  project: ['prj', ProjectId],
  device: ['dev', DeviceId],
  client: ['cli', ClientId],
  blob: ['blb', BlobId],
  request: ['req', RequestId],
  queueItem: ['que', QueueItemId],
  grant: ['grt', GrantId],
  workflowRun: ['wfr', WorkflowRunId],
} as const

type Noun = keyof typeof PREFIX
type IdOf<N extends Noun> = z.infer<(typeof PREFIX)[N][1]>

/** Makes ids. An argument wherever ids are made, so that tests can count instead. */
export type NewId = <N extends Noun>(noun: N) => IdOf<N>

/** Ids that sort by the time they were made: milliseconds in base 36, then 80 random bits. */
export function createNewId(now: () => number): NewId {
  return (noun) => {
    const time = now().toString(36).padStart(9, '0')
    const chance = BigInt(`0x${randomBytes(10).toString('hex')}`)
      .toString(36)
      .padStart(16, '0')
    return `${PREFIX[noun][0]}_${time}${chance}` as never
  }
}

/** A name for one start of the host; live numbers are only comparable inside it. */
export const newEpoch = (): string => randomUUID()
