import type { SessionId } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import { createReadLedger } from '../tools/read-ledger.ts'
import type { SessionLedger } from '../tools/tool.ts'

/** Maximum sessions with tracked reads. Forgetting one only costs the agent another read. */
const KEPT = 64

/** Tracks the files each session's agent has read since the app started. */
export function createLedgers() {
  const ledgers = new Map<SessionId, SessionLedger>()
  return (sessionId: SessionId): SessionLedger => {
    const ledger = ledgers.get(sessionId) ?? createReadLedger()
    keepNewest(ledgers, sessionId, ledger, KEPT)
    return ledger
  }
}
