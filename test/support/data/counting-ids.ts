import type { NewId } from '../../../src/main/lib/ids.ts'

const PREFIX = {
  session: 'ses',
  context: 'ctx',
  event: 'evt',
  run: 'run',
  plan: 'pln',
  project: 'prj',
  device: 'dev',
  client: 'cli',
  blob: 'blb',
  request: 'req',
  queueItem: 'que',
  grant: 'grt',
  workflowRun: 'wfr',
  memory: 'mem',
  memoryChange: 'mch',
  memoryProposal: 'mpr',
  team: 'tea',
  terminal: 'trm',
  page: 'pag',
  pageChange: 'pch',
  pageFolder: 'pfo',
  trigger: 'trg',
  triggerFiring: 'tfi',
  worktree: 'wtr',
  pullWatch: 'pwt',
} as const

/** Ids that count, so that a test can be read and two runs of it are the same. */
export function countingIds(): NewId {
  let count = 0
  return (noun) => {
    count += 1
    return `${PREFIX[noun]}_${count.toString(36).padStart(8, '0')}` as never
  }
}
