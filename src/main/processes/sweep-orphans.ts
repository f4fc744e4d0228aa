import { endOrphans } from '../lib/programs/end-orphans.ts'
import type { Owner } from '../lib/programs/owner-mark.ts'

/** Ends what an earlier start left running when it was killed, and answers how many programs that were. */
export function sweepOrphans(owner: Owner): Promise<number> {
  return endOrphans(owner, {
    platform: process.platform,
    processes: '/proc',
    kill: (pid) => void process.kill(pid, 'SIGKILL'),
    self: process.pid,
  })
}
