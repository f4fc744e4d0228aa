import { openBenchLog } from './bench-log.ts'
import { opening } from './conversation.ts'
import { median } from './measure.ts'
import { atMost, type Bench, type Row } from './row.ts'

const SIZES = [2_000, 20_000] as const
const LISTED = 100
const TIMES = 25

/** Lists the newest chats of a project that has many. */
const chatLists: Bench = async ({ folder }) => {
  const rows: Row[] = []
  for (const chats of SIZES) {
    const log = openBenchLog({ folder, name: `chats-${chats}` })
    log.db.pragma('synchronous = OFF')
    const projectId = log.newId('project')
    for (let at = 0; at < chats; at += 1) {
      log.bus.publish(log.newId('session'), opening(log.newId('context'), log.newId, projectId))
    }
    for (const withArchived of [false, true]) {
      const times = Array.from({ length: TIMES }, () => {
        const start = performance.now()
        log.reader.chats(projectId, LISTED, withArchived)
        return performance.now() - start
      })
      const what = withArchived ? ', archived ones too' : ''
      rows.push(
        atMost(`list ${LISTED} of ${chats.toLocaleString('en')} chats${what}`, median(times), 'ms', 3),
      )
    }
    log.close()
  }
  return rows
}
export default chatLists
