import type { SessionId } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import { createReadLedger } from '../tools/read-ledger.ts'
import type { SessionLedger } from '../tools/tool.ts'

/** How many sessions' reads are remembered. A forgotten one only costs the agent another read. */
const KEPT = 64

/** What each session's agent has read, for as long as the app runs. */
export function createLedgers() {
  const ledgers = new Map<SessionId, SessionLedger>()
  return (sessionId: SessionId): SessionLedger => {
    const ledger = ledgers.get(sessionId) ?? createReadLedger()
    keepNewest(ledgers, sessionId, ledger, KEPT)
    return ledger
  }
}
