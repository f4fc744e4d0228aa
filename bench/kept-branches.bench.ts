import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { nextTurn } from '../src/main/lib/next-turn.ts'
import { createPaths } from '../src/main/log/paths.ts'
import { openBenchLog } from './bench-log.ts'
import { briefRun, opening } from './conversation.ts'
import { atMost, type Bench, figure } from './row.ts'

/** Chats that are opened one after the other; together they are far more than is kept. */
const CHATS = 12
/** Four messages each. */
const RUNS = 2_500

/** What main keeps of the branches of many long chats. The limit counts the bytes of their stored events. */
const keptBranches: Bench = async ({ folder }) => {
  const { db, bus, store, reader, newId, close } = openBenchLog({ folder, name: 'branches' })
  db.pragma('synchronous = OFF')
  const projectId = newId('project')
  const chats = Array.from({ length: CHATS }, () => {
    const sessionId = newId('session')
    const contextId = newId('context')
    bus.publish(sessionId, opening(contextId, newId, projectId))
    for (let run = 0; run < RUNS; run += 1) bus.publish(sessionId, briefRun(contextId, newId, run))
    return { sessionId, contextId }
  })
  const paths = createPaths({ store, reader, bus, nextTurn })
  const before = heapMiB()
  let events = 0
  for (const { sessionId, contextId } of chats) {
    await paths.load(sessionId, contextId, 'recent')
    events += paths.recent(sessionId, contextId).length
  }
  const kept = heapMiB() - before
  paths.close()
  close()
  return [
    atMost(`kept of ${CHATS} branches of 10,000 messages`, kept, 'MiB', 64),
    figure('  events read', events, ''),
  ]
}
export default keptBranches

/** The heap of this process once nothing is left that could be thrown away. */
function heapMiB(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
