import { AppError, type ErrorCode } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { retryAfterOf } from '../http/retry-after.ts'
import { connectionError } from './connection-error.ts'
import type { ErrorScene } from './error-scene.ts'
import { type Refusal, RefusedInside, statusOf } from './refusal.ts'
import { readable } from './server-words.ts'

const OVERFLOW =
  /context[\s_-]*(length|window|size)|maximum context|too many (input )?tokens|prompt is too long|input is too long|exceeds? (the )?(available )?context|reduce the length|token limit/i
const OVERFLOW_KIND = /context_length_exceeded|exceed_context_size|string_above_max_length|request_too_large/i
const NO_QUOTA = /insufficient_quota|billing|payment|credit/i

/** Turns anything a request threw into an `AppError` whose sentence a person can act on. */
export function llmError(error: unknown, scene: ErrorScene): AppError {
  const known = appErrorIn(error)
  if (known !== null) return known
  if (error instanceof RefusedInside) return refusalError(error.refusal, scene)
  // First, because the words of its message ("Unterminated string") are like those of a lost connection.
  if (error instanceof SyntaxError) {
    return AppError.saying('llm.stream', say('llm.notJson', { host: scene.host }))
  }
  const connection = connectionError(error, scene)
  if (connection !== null) return connection
  scene.onUnknown(error)
  return AppError.saying('llm.other', say('llm.unknown', { host: scene.host, model: scene.model }))
}

/** An error of our own, also where something on the way has wrapped it. */
function appErrorIn(error: unknown): AppError | null {
  let current = error
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    if (current instanceof AppError) return current
    current = current.cause
  }
  return null
}

/** The sentence for an HTTP status or an error event in the stream. */
export function refusalError(refusal: Refusal, scene: ErrorScene): AppError {
  const { code, sentence } = verdict(refusal, scene)
  const retryAfterMs = retryAfterOf(refusal.headers, scene.now)
  return AppError.saying(code, [sentence, ...quoted(refusal.words, scene)], { retryAfterMs })
}

type Verdict = { code: ErrorCode; sentence: ReturnType<typeof say> }

function verdict(refusal: Refusal, scene: ErrorScene): Verdict {
  const { host, model } = scene
  const status = statusOf(refusal)
  const ofPlan = planVerdict(refusal, scene)
  if (ofPlan !== null) return ofPlan
  if (overflows(refusal, status)) {
    return {
      code: 'llm.context_overflow',
      sentence: say('llm.tooLong', { host, model }),
    }
  }
  if (status !== null && status >= 300 && status < 400) return redirected(refusal, scene)
  if (status === 401) return { code: 'llm.auth', sentence: keyRefused(scene) }
  if (status === 403) {
    return {
      code: 'llm.auth',
      sentence: say('llm.keyNotAllowed', { host, model }),
    }
  }
  if (status === 402 || (status === 429 && NO_QUOTA.test(`${refusal.kind} ${refusal.words}`))) {
    return {
      code: 'llm.other',
      sentence: say('llm.noCredit', { host, model }),
    }
  }
  if (status === 404) return notFound(refusal, scene)
  return transient(status, scene) ?? rejected(refusal, status, scene)
}

/** A plan that is used up, or that may not be used so, is not asked again (OpenAI's *Errors and recovery*, 2026-11). */
function planVerdict({ kind = '' }: Refusal, { host, model }: ErrorScene): Verdict | null {
  if (kind === 'subscription_sharing_usage_limit_exceeded')
    return { code: 'llm.other', sentence: say('llm.planUsed') }
  if (kind === 'subscription_sharing_invalid_user') return { code: 'llm.auth', sentence: say('signIn.again') }
  if (/^(?:subscription_sharing_user_not_eligible|subscription_sharing_route_|chatpass_v2_)/.test(kind))
    return { code: 'llm.auth', sentence: say('llm.planNotAllowed', { host, model }) }
  return null
}

function transient(status: number | null, { host, model }: ErrorScene): Verdict | null {
  if (status === 408) return { code: 'llm.timeout', sentence: say('llm.gaveUp', { host }) }
  if (status === 429) {
    return {
      code: 'llm.rate_limit',
      sentence: say('llm.limited', { host, model }),
    }
  }
  if (status === 503 || status === 529) {
    return {
      code: 'llm.rate_limit',
      sentence: say('llm.overloaded', { host, model, status: String(status) }),
    }
  }
  if (status === 504) {
    return {
      code: 'llm.timeout',
      sentence: say('llm.notInTime', { host, model }),
    }
  }
  if (status !== null && status >= 500) {
    return {
      code: 'llm.stream',
      sentence: say('llm.failed', { host, model, status: String(status) }),
    }
  }
  if (status === null) {
    return {
      code: 'llm.stream',
      sentence: say('llm.brokeOff', { host, model }),
    }
  }
  return null
}

function rejected(refusal: Refusal, status: number | null, scene: ErrorScene): Verdict {
  const { host, model, settings = {} } = scene
  const said = `${refusal.kind} ${refusal.words}`
  if (settings.topP !== undefined && /top_p/i.test(said)) {
    return { code: 'llm.other', sentence: say('llm.noTopP', { host, model }) }
  }
  const { effort } = settings
  if (effort !== undefined && /reasoning|effort/i.test(said)) {
    return { code: 'llm.other', sentence: say('llm.noEffort', { host, model, effort }) }
  }
  return { code: 'llm.other', sentence: say('llm.refused', { host, model, status: String(status) }) }
}

function keyRefused({ host, hasKey, plan }: ErrorScene) {
  if (plan !== undefined) return say('signIn.again')
  return say(hasKey ? 'llm.keyRefused' : 'llm.keyMissing', { host })
}

function notFound(refusal: Refusal, { host, model }: ErrorScene): Verdict {
  const named = refusal.words !== '' && /model/i.test(`${refusal.kind} ${refusal.words}`)
  return { code: 'llm.not_found', sentence: say(named ? 'llm.noModel' : 'llm.noApi', { host, model }) }
}

function redirected(refusal: Refusal, { host, hide }: ErrorScene): Verdict {
  const to = readable(hide(refusal.headers?.get('location') ?? ''))
  const sentence =
    to === '' ? say('llm.redirectedSomewhere', { host }) : say('llm.redirected', { host, where: to })
  return { code: 'llm.other', sentence }
}

function overflows(refusal: Refusal, status: number | null): boolean {
  if (status === 413) return true
  if (OVERFLOW_KIND.test(refusal.kind ?? '')) return true
  return status !== 401 && status !== 403 && status !== 429 && OVERFLOW.test(refusal.words)
}

function quoted(words: string, { hide }: ErrorScene) {
  const text = readable(hide(words))
  return text === '' ? [] : [say('llm.serverSays', { words: text })]
}
