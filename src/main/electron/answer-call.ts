import type { z } from 'zod'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import type { CallAnswer } from '#shared/ipc/bridge.ts'
import { type Caller, type CallName, type Handlers, requestSchemaOf } from '#shared/ipc/contract.ts'
import { say } from '#shared/sentences.ts'
import type { Logger } from '../lib/logger.ts'
import { fitsIn } from './payload-size.ts'

/** The sender of a call according to the browser, not to the page. */
export type CallSender = {
  /** Null when it is none of our windows. */
  readonly windowId: number | null
  readonly isTopFrame: boolean
  readonly url: string
}

export type AnswerDeps = {
  /** The app may still be opening when the first page asks. */
  readonly handlers: () => Promise<Handlers>
  readonly isOurPage: (url: string) => boolean
  /** Told the name and the reason, never what was sent. */
  readonly refused: (name: string, reason: string) => void
  readonly logger: Logger
}

/** Messages carry pasted pictures; nothing else comes near this. Counted in characters. */
const LARGE_CALLS: ReadonlySet<string> = new Set<CallName>(['session.send', 'draft.setPictures'])
const LARGE_LIMIT = 64 * 1024 * 1024
const LIMIT = 4 * 1024 * 1024

type Request =
  | { readonly ok: true; readonly name: CallName; readonly parsed: unknown; readonly caller: Caller }
  | { readonly ok: false; readonly reason: string }

/**
 * Creates the IPC entry point: it checks the sender, the call and the payload before a handler runs. It never
 * throws.
 */
export function createAnswerCall(deps: AnswerDeps) {
  return async (sender: CallSender, name: unknown, payload: unknown): Promise<CallAnswer> => {
    const request = examine(deps, sender, name, payload)
    if (!request.ok) {
      deps.refused(shown(name), request.reason)
      return { ok: false, error: REFUSED }
    }
    try {
      const handlers = await deps.handlers()
      const handler = handlers[request.name] as (parsed: unknown, caller: Caller) => unknown
      return { ok: true, value: await handler(request.parsed, request.caller) }
    } catch (error) {
      if (error instanceof AppError) return { ok: false, error: error.toData() }
      deps.logger.error('A call failed', error, { name: request.name })
      return { ok: false, error: BROKEN }
    }
  }
}

const REFUSED: AppErrorData = AppError.saying('ipc.refused', say('app.refused')).toData()

const BROKEN: AppErrorData = AppError.saying('other', say('app.broken')).toData()

function examine(deps: AnswerDeps, sender: CallSender, name: unknown, payload: unknown): Request {
  if (sender.windowId === null) return { ok: false, reason: 'not one of our windows' }
  if (!sender.isTopFrame) return { ok: false, reason: 'not the top frame' }
  if (!deps.isOurPage(sender.url)) return { ok: false, reason: 'not our page' }
  const schema = typeof name === 'string' ? requestSchemaOf(name) : null
  if (schema === null) return { ok: false, reason: 'no such call' }
  if (!fitsIn(payload, LARGE_CALLS.has(name as string) ? LARGE_LIMIT : LIMIT)) {
    return { ok: false, reason: 'too large' }
  }
  const parsed = schema.safeParse(payload)
  if (!parsed.success) return { ok: false, reason: reasonOf(parsed.error) }
  return { ok: true, name: name as CallName, parsed: parsed.data, caller: { windowId: sender.windowId } }
}

/**
 * Returns the location and code of an invalid request. Never zod's message, because it may quote the input.
 */
function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues
  const place = issue?.path.map(String).join('.').slice(0, 80) || 'request'
  return `${place}: ${issue?.code ?? 'invalid'}`
}

/** A name as the log may hold it: a page can send anything as one. */
function shown(name: unknown): string {
  return typeof name === 'string' ? name.slice(0, 80) : `(${typeof name})`
}
