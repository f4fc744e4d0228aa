import type { AuditEntry, AuditedCall } from '#shared/audit/audit.ts'
import type { Caller, Handlers } from '#shared/ipc/contract.ts'
import type { Logger } from '../../lib/logger.ts'
import { ACTS, type Act } from './audited-acts.ts'

type Deps = {
  readonly add: (entry: Omit<AuditEntry, 'id'>) => void
  readonly now: () => number
  readonly redact: (text: string) => string
  readonly logger: Pick<Logger, 'error'>
}

type Handler = (request: unknown, caller: Caller) => unknown

/** The longest subject of an act, in characters. */
const MOST_ABOUT = 300

/** Adds audited calls to the audit trail after they succeeded. A trail that cannot be written stops no call. */
export function auditHandlers(handlers: Handlers, { add, now, redact, logger }: Deps): Handlers {
  const audited = Object.entries(ACTS).map(([name, act]) => {
    const call = name as AuditedCall
    const handler = handlers[call] as Handler
    const subjectOf = act as (request: unknown, answer: unknown) => Act
    const wrapped: Handler = async (request, caller) => {
      const answer = await handler(request, caller)
      try {
        const subject = subjectOf(request, answer)
        if (subject === null) return answer
        const { about = '', projectId = null, sessionId = null } = subject
        const by = caller.isCommandLine === true ? 'commandLine' : 'window'
        add({ at: now(), call, by, about: redact(about).slice(0, MOST_ABOUT), projectId, sessionId })
      } catch (error) {
        logger.error('The audit trail could not be written', error, { call })
      }
      return answer
    }
    return [call, wrapped]
  })
  return { ...handlers, ...Object.fromEntries(audited) }
}
