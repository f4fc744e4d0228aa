import { endOrphans, type Owner } from '../lib/end-orphans.ts'
import type { Logger } from '../lib/logger.ts'

/** Ends what an earlier start left running when it was killed. A failure is told and keeps nothing from starting. */
export async function sweepOrphans(owner: Owner, logger: Logger): Promise<void> {
  try {
    const ended = await endOrphans(owner, {
      platform: process.platform,
      processes: '/proc',
      kill: (pid) => void process.kill(pid, 'SIGKILL'),
      self: process.pid,
    })
    if (ended > 0) logger.warn('Programs that an earlier start had left running were ended', { ended })
  } catch (error) {
    logger.warn('Programs of an earlier start could not be looked for', { reason: String(error) })
  }
}
