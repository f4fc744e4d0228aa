import type { ContextId, SessionId } from '#shared/ids.ts'
import { silentLogger } from '../src/main/lib/logger.ts'
import { createDelivery } from '../src/main/log/delivery/delivery.ts'
import { countingIds } from '../test/support/data/counting-ids.ts'
import { openBenchLog } from './bench-log.ts'
import { opening, wholeRun } from './conversation.ts'
import { median } from './measure.ts'
import { type Bench, figure } from './row.ts'

/** Four messages a run make ten thousand. */
const RUNS = 2_500
/** What a window asks for at first. */
const TAIL = 60

/**
 * Opening a long session in main: from the question of a window to the answer as it would go over the wire, with
 * nothing of the session in memory. What the page then draws is measured in the real app.
 */
const openSession: Bench = async ({ folder }) => {
  const sessionId = 'ses_00000001' as SessionId
  fill(folder, sessionId)
  const cold: number[] = []
  const warm: number[] = []
  let bytes = 0
  for (let round = 0; round < 15; round += 1) {
    const log = openBenchLog({ folder, name: 'long' })
    const delivery = createDelivery({
      ...log,
      epoch: 'measured',
      elapsed: () => performance.now(),
      send: () => {},
      draftOf: () => '',
      note: silentLogger,
    })
    delivery.opened(1)
    for (const times of [cold, warm]) {
      const start = performance.now()
      const reply = JSON.stringify(delivery.attach(1, sessionId, TAIL))
      times.push(performance.now() - start)
      bytes = Buffer.byteLength(reply)
    }
    delivery.close()
    log.close()
  }
  return [
    figure('open 10,000 messages in main, first time', median(cold), 'ms'),
    figure('  again', median(warm), 'ms'),
    figure('  size of the answer', bytes / 1024, 'KiB'),
  ]
}
export default openSession

function fill(folder: string, sessionId: SessionId): void {
  const newId = countingIds()
  const log = openBenchLog({ folder, name: 'long', newId })
  log.db.pragma('synchronous = OFF')
  const contextId: ContextId = newId('context')
  log.bus.publish(sessionId, opening(contextId, newId))
  for (let run = 0; run < RUNS; run += 1) log.bus.publish(sessionId, wholeRun(contextId, newId, run))
  log.close()
}
