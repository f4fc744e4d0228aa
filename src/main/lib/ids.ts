import { randomFillSync, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  BlobId,
  ClientId,
  ContextId,
  DeviceId,
  EventId,
  GrantId,
  MemoryChangeId,
  MemoryId,
  MemoryProposalId,
  PageChangeId,
  PageFolderId,
  PageId,
  PlanId,
  ProjectId,
  PullWatchId,
  QueueItemId,
  RequestId,
  RunId,
  SessionId,
  TeamId,
  TerminalId,
  TriggerFiringId,
  TriggerId,
  WorkflowRunId,
  WorktreeId,
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
  memory: ['mem', MemoryId],
  memoryChange: ['mch', MemoryChangeId],
  memoryProposal: ['mpr', MemoryProposalId],
  team: ['tea', TeamId],
  terminal: ['trm', TerminalId],
  page: ['pag', PageId],
  pageChange: ['pch', PageChangeId],
  pageFolder: ['pfo', PageFolderId],
  trigger: ['trg', TriggerId],
  triggerFiring: ['tfi', TriggerFiringId],
  worktree: ['wtr', WorktreeId],
  pullWatch: ['pwt', PullWatchId],
} as const

type Noun = keyof typeof PREFIX
type IdOf<N extends Noun> = z.infer<(typeof PREFIX)[N][1]>

/** Makes ids. An argument wherever ids are made, so that tests can count instead. */
export type NewId = <N extends Noun>(noun: N) => IdOf<N>

/**
 * Creates ids that sort by creation: milliseconds in base 36, a counter within the millisecond (four digits)
 * and 12 random digits (62 bits). Ordered ids keep related rows adjacent in the database indexes, so that
 * they are written together.
 */
export function createNewId(now: () => number): NewId {
  const chance = createDigits()
  let at = Number.NaN
  let time = ''
  let count = 0
  return (noun) => {
    const ms = now()
    if (ms !== at) {
      at = ms
      time = ms.toString(36).padStart(9, '0')
      count = 0
    }
    const place = (count % MOST_IN_ONE_MS).toString(36).padStart(4, '0')
    count += 1
    return `${PREFIX[noun][0]}_${time}${place}${chance(12)}` as never
  }
}

const MOST_IN_ONE_MS = 36 ** 4

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
const PAIRS = [...DIGITS].flatMap((first) => [...DIGITS].map((second) => `${first}${second}`))
/** The numbers above the last whole multiple of all pairs would make some likelier. */
const FAIR = 2 ** 16 - (2 ** 16 % PAIRS.length)
/** Asking the system for chance costs the same for ten numbers as for thousands. */
const POOL = 2048

/** An even number of random digits of base 36, each as likely as any other. */
function createDigits(): (count: number) => string {
  const pool = new Uint16Array(POOL)
  let next = POOL
  const number = (): number => {
    if (next === POOL) {
      randomFillSync(pool)
      next = 0
    }
    const value = pool[next] ?? 0
    next += 1
    return value
  }
  return (count) => {
    let digits = ''
    while (digits.length < count) {
      const value = number()
      if (value < FAIR) digits += PAIRS[value % PAIRS.length]
    }
    return digits
  }
}

/** A name for one start of the host; live numbers are only comparable inside it. */
export const newEpoch = (): string => randomUUID()
