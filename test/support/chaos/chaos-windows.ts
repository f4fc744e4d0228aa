import type { SessionId } from '#shared/ids.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import { createDelivery } from '../../../src/main/log/delivery/delivery.ts'
import {
  attached,
  NO_SESSION,
  received,
  type SessionState,
} from '../../../src/renderer/store/session-state.ts'
import type { openTestLog } from '../data/open-log.ts'

/** Two, since what is only true of one of them is what goes wrong. */
const WINDOWS = [1, 2] as const

/** Two windows that show one session of a log, each with what it has made of the events it was sent. */
export function openChaosWindows(log: ReturnType<typeof openTestLog>, sessionId: SessionId, epoch: string) {
  const states = new Map<number, SessionState>()
  const torn = new Set<number>()
  const delivery = createDelivery({
    epoch,
    store: log.store,
    reader: log.reader,
    bus: log.bus,
    schedule: log.schedule,
    elapsed: log.now,
    draftOf: () => '',
    note: silentLogger,
    send: (window, message) => {
      if (message.t === 'app') return
      const before = states.get(window)
      const next = message.t === 'events' && before ? received(before, message) : null
      if (next === null) torn.add(window)
      else states.set(window, next)
    },
  })
  const attach = (window: number): void => {
    const reply = delivery.attach(window, sessionId, 120)
    states.set(window, attached(states.get(window) ?? NO_SESSION, sessionId, reply))
  }
  /** A page starts in the window: what it knew is gone. */
  const reload = (window: number): void => {
    states.delete(window)
    delivery.opened(window)
    attach(window)
  }
  /** Lets the windows take what is on its way, and look again where a piece was missing. */
  const settle = (): void => {
    log.frames.pass()
    for (const window of torn) attach(window)
    torn.clear()
    for (const [window, { seq }] of states) delivery.acknowledge(window, sessionId, seq)
  }
  for (const window of WINDOWS) reload(window)
  return {
    reload: (which: number): void => reload(WINDOWS[which % WINDOWS.length] ?? 1),
    settle,
    /** What each of them holds of the session. */
    seen: () => WINDOWS.map((window) => states.get(window)?.folds),
    close: delivery.close,
  }
}
