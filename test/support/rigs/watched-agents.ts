import type { AgentTask, AgentWatch, ScriptHost } from '../../../src/main/workflows/engine/ports.ts'
import { createStoppedClock } from '../data/stopped-clock.ts'
import {
  createTestEngine,
  linesOf,
  memoryJournal,
  type Pretended,
  type PretendedEnd,
  pretendAgents,
  requestOf,
  type TestRequest,
} from './workflow-rig.ts'

type AtWork = {
  readonly task: AgentTask
  readonly watch: AgentWatch
  readonly signal: AbortSignal
  readonly answer: (end: PretendedEnd) => void
}

/** A run whose agents answer when the test says so. A stopped agent comes to rest at once, unless it is stubborn. */
export async function beginWatched(
  scripts: ScriptHost,
  source: string,
  more: Pick<TestRequest, 'budget' | 'concurrency' | 'agentDefaults'> & { readonly stubborn?: boolean } = {},
) {
  const atWork: AtWork[] = []
  const arrivals: (() => void)[] = []
  const act: Pretended = (task, watch, signal) =>
    new Promise((resolve) => {
      atWork.push({ task, watch, signal, answer: resolve })
      if (more.stubborn !== true) signal.addEventListener('abort', () => resolve({ error: 'cut', tokens: 1 }))
      for (const arrived of arrivals.splice(0)) arrived()
    })
  const agents = pretendAgents(act)
  const journal = memoryJournal()
  const clock = createStoppedClock()
  const stop = new AbortController()
  const { stubborn: _stubborn, ...limits } = more
  const request = requestOf({ agents, source, ...limits }, journal)
  const handle = await createTestEngine(scripts, clock).start(request, stop.signal)
  const started = async (count: number): Promise<AtWork> => {
    while (atWork.length < count) await new Promise<void>((resolve) => arrivals.push(resolve))
    const newest = atWork[count - 1]
    if (newest === undefined) throw new Error('nobody is at work')
    return newest
  }
  /** Moves the clock once the agents have a timer that waits for it. */
  const pass = async (ms: number) => {
    await settled()
    clock.advance(ms)
    await settled()
  }
  return { handle, journal, agents, started, pass, stop, lines: () => linesOf(journal.events) }
}

/** Resolves when what was begun has gone as far as it can. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
