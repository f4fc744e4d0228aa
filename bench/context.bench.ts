import type { ContextId, SessionId } from '#shared/ids.ts'
import { createInjectionRegistry } from '../src/main/context/branch/injections.ts'
import { createTokenCounter } from '../src/main/context/budget/count-tokens.ts'
import { DEFAULT_POLICY } from '../src/main/context/budget/policy.ts'
import { buildRequest } from '../src/main/context/request/build-request.ts'
import { BUILTIN_INJECTIONS } from '../src/main/context/updates/builtin-injections.ts'
import { countingIds } from '../test/support/data/counting-ids.ts'
import { testModel } from '../test/support/data/history.ts'
import { openBenchLog } from './bench-log.ts'
import { opening, wholeRun } from './conversation.ts'
import { sideBySide } from './measure.ts'
import { atMost, type Bench, figure } from './row.ts'

const RUNS = 500

/** Building a request from 2,000 messages, against writing the same messages as JSON once, which a request costs anyway. */
const context: Bench = async ({ folder }) => {
  const path = pathOf(folder)
  const messages = path.flatMap((event) => (event.kind === 'message' ? [event.payload.message] : []))
  const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
  registry.freeze()
  const buildWith = (contextWindow: number, count = createTokenCounter()) => {
    const built = () =>
      buildRequest({
        path,
        snapshot: null,
        persona: 'You work on the project of the person you talk to.',
        notes: '',
        currentRunId: null,
        policy: DEFAULT_POLICY,
        model: { ...testModel, contextWindow },
        tools: [],
        registry,
        count,
      })
    return () => timed(built)
  }
  const write = () => timed(() => JSON.stringify(messages))
  const rounds = { rounds: 40, warmUp: 10 }
  const roomy = await sideBySide(rounds, buildWith(2_000_000), write)
  const tight = await sideBySide(rounds, buildWith(150_000), write)
  const first = await sideBySide(rounds, () => buildWith(2_000_000, createTokenCounter())(), write)
  return [
    atMost('request of 2,000 messages ÷ one JSON.stringify', roomy.ratio, '×', 5),
    figure('  when it must be thinned to fit', tight.ratio, '×'),
    figure('  the first of a session', first.ratio, '×'),
    figure('  one request', roomy.ours, 'ms'),
  ]
}
export default context

function timed(act: () => unknown): number {
  const start = performance.now()
  act()
  return performance.now() - start
}

/** The branch as the log would hand it over. */
function pathOf(folder: string) {
  const newId = countingIds()
  const log = openBenchLog({ folder, name: 'context', newId })
  log.db.pragma('synchronous = OFF')
  const sessionId: SessionId = newId('session')
  const contextId: ContextId = newId('context')
  log.bus.publish(sessionId, opening(contextId, newId))
  for (let run = 0; run < RUNS; run += 1) log.bus.publish(sessionId, wholeRun(contextId, newId, run))
  const leaf = log.store.folds(sessionId).contexts[contextId]?.leaf ?? null
  const path = log.reader.path(leaf, 1_000_000)
  log.close()
  return path
}
