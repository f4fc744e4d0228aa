import type { Disk } from '../log/disk.ts'
import type { RunLog } from '../runs/run-log.ts'
import type { Supervisor } from '../runs/supervisor.ts'

type Ways = { readonly log: RunLog; readonly supervisor: Supervisor }

/**
 * The ways by which what the person says is written, each committed by itself: what the disk does not take was not said,
 * and can be said again. Decision 0055.
 */
export function saidApart({ apart }: Pick<Disk, 'apart'>, { log, supervisor }: Ways): Ways {
  return {
    log: { ...log, publish: (...said) => apart(() => log.publish(...said)) },
    supervisor: { ...supervisor, start: (wanted) => apart(() => supervisor.start(wanted)) },
  }
}
