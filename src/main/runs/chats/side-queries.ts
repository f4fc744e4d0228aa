import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { keepNewest } from '#shared/keep-newest.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { say } from '#shared/sentences.ts'
import { SIDE_QUERY_AGENT, type SideQueryAnswers } from '#shared/session/side-query-answers.ts'
import { isSuggestionDue, isSummaryDue } from '../../context/compaction/side-query-due.ts'
import {
  readSideQueryAnswer,
  type SideQueryParts,
  type SideQueryWish,
  sideQueryPrompt,
} from '../../context/compaction/side-query-prompt.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { RunLog } from '../run/run-log.ts'
import { isInBin } from '../run/top-session.ts'
import { type OneResult, sendRequest } from '../turns/request-once.ts'
import type { SideQueryScene } from '../turns/side-query-scene.ts'
import { systemRunRecord } from '../turns/system-run-record.ts'

/** The settings of side queries. */
export type SideQuerySettings = {
  readonly summaries: boolean
  /** The tokens by which a chat grows between two summaries. */
  readonly every: number
  readonly suggestions: boolean
}

type Deps = {
  readonly log: RunLog
  readonly newId: NewId
  readonly clock: Clock
  readonly schedule: (ms: number, act: () => void) => () => void
  readonly sceneOf: (sessionId: SessionId) => Promise<SideQueryScene | null>
  readonly settings: () => SideQuerySettings
  /** Whether a limit stops what works for a chat. */
  readonly isHeld: (sessionId: SessionId) => boolean
  readonly report: (sessionId: SessionId, error: unknown) => void
}

/** The time after an answer in which the next message may come, in milliseconds. */
export const PAUSE_MS = 2_000
const LIMIT_MS = 120_000
/** The most characters of an answer. A model that writes more does not answer the question. */
const MOST_CHARS = 40_000
/** In how many chats a failed attempt is remembered. */
const FAILURES_KEPT = 64

type Under = { readonly stop: (reason: AppError) => void; readonly done: Promise<void> }

/**
 * Asks the model of a chat in the background: for a summary as it grows, for one line about it, and for the next
 * message. The request begins like the next one of the chat, so it costs little. Its cost is stored with the chat, its
 * answer outside the branch. The next message of the person ends it.
 */
export function createSideQueries(deps: Deps) {
  const { log } = deps
  const pausing = new Map<SessionId, () => void>()
  const under = new Map<SessionId, Under>()
  const failedAt = new Map<SessionId, number>()
  let closed = false

  const stop = (sessionId: SessionId, reason: AppError): void => {
    pausing.get(sessionId)?.()
    pausing.delete(sessionId)
    under.get(sessionId)?.stop(reason)
  }

  /** Runs one query at a time in a chat; a new one replaces the one before. */
  const tend = async (sessionId: SessionId, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    stop(sessionId, replaced())
    for (let running = under.get(sessionId); running !== undefined; running = under.get(sessionId)) {
      running.stop(replaced())
      await running.done.catch(() => {})
    }
    if (closed) throw replaced()
    const stopping = new AbortController()
    const done = work(stopping.signal).finally(() => {
      if (under.get(sessionId)?.done === done) under.delete(sessionId)
    })
    under.set(sessionId, { stop: (reason) => stopping.abort(reason), done })
    await done
  }

  const sideOf = (sessionId: SessionId, { contextId }: SideQueryScene): SideQueryAnswers =>
    log.folds(sessionId).contexts[contextId]?.side ?? {}

  const unasked = async (sessionId: SessionId, signal: AbortSignal): Promise<void> => {
    const { summaries, every, suggestions } = deps.settings()
    if (problemOf(deps, sessionId) !== null || avoidsCost(log, sessionId)) return
    const scene = await deps.sceneOf(sessionId)
    if (scene === null || scene.model.api === 'builtin') return
    const standing = { path: scene.path, side: sideOf(sessionId, scene), tokens: scene.tokens }
    const isDue = isSummaryDue({ ...standing, every, failedAt: failedAt.get(sessionId) ?? 0 })
    const summaryWords = summaries && isDue ? wordsFor(scene) : null
    const suggestion = suggestions && isSuggestionDue(standing)
    if (summaryWords === null && !suggestion) return
    const wish = { summaryWords, line: summaryWords !== null, suggestion }
    const parts = await ask(deps, sessionId, { scene, wish, signal }).catch((error: unknown) => {
      if (!signal.aborted) keepNewest(failedAt, sessionId, scene.tokens, FAILURES_KEPT)
      throw error
    })
    if (summaryWords !== null && parts.summary === undefined) {
      keepNewest(failedAt, sessionId, scene.tokens, FAILURES_KEPT)
    }
  }

  return {
    /** A run has ended. If it gave an answer in a chat, a query may follow. */
    after: ({ kind, status, sessionId }: RunRecord): void => {
      if (closed || kind !== 'chat' || status !== 'completed') return
      const { summaries, suggestions } = deps.settings()
      if (!summaries && !suggestions) return
      pausing.get(sessionId)?.()
      const begin = () => {
        pausing.delete(sessionId)
        tend(sessionId, (signal) => unasked(sessionId, signal)).catch((error: unknown) => {
          if (!isStop(error)) deps.report(sessionId, error)
        })
      }
      pausing.set(sessionId, deps.schedule(PAUSE_MS, begin))
    },
    /** Ends the query of a chat that continues. */
    goesOn: (sessionId: SessionId): void => stop(sessionId, replaced()),
    /**
     * Asks for parts now, unless the answers there are know all that was said. Throws a sentence when nothing can be asked.
     */
    ask: async (
      sessionId: SessionId,
      wanted: Pick<SideQueryWish, 'line'> & { readonly summary: boolean },
    ) => {
      const problem = problemOf(deps, sessionId)
      if (problem !== null) throw problem
      await tend(sessionId, async (signal) => {
        const scene = await deps.sceneOf(sessionId)
        if (scene === null) throw AppError.saying('llm.not_found', say('compact.noModel'))
        if (scene.model.api === 'builtin') throw AppError.saying('llm.not_found', say('side.practice'))
        const side = sideOf(sessionId, scene)
        const isKnown = (part: 'summary' | 'line') => side[part]?.through === scene.leaf
        const wish = {
          summaryWords: wanted.summary && !isKnown('summary') ? wordsFor(scene) : null,
          line: (wanted.line || wanted.summary) && !isKnown('line'),
          suggestion: false,
        }
        if (wish.summaryWords === null && !(wanted.line && wish.line)) return
        await ask(deps, sessionId, { scene, wish, signal })
      })
    },
    stop: (sessionId: SessionId): void => stop(sessionId, AppError.saying('cancelled', say('side.stopped'))),
    /** Gives up what is under way. */
    close: async (): Promise<void> => {
      closed = true
      for (const cancel of pausing.values()) cancel()
      const all = [...under.values()]
      for (const each of all) each.stop(AppError.cancelled('Orrery was closed.'))
      await Promise.all(all.map(({ done }) => done.catch(() => {})))
    },
  }
}

export type SideQueries = ReturnType<typeof createSideQueries>

type Query = { readonly scene: SideQueryScene; readonly wish: SideQueryWish; readonly signal: AbortSignal }

/** Asks once and stores answer and cost in one step. Nothing of it is stored before. */
async function ask(
  deps: Deps,
  sessionId: SessionId,
  { scene, wish, signal }: Query,
): Promise<SideQueryParts> {
  const { log } = deps
  const request = await scene.request(sideQueryPrompt(wish), signal)
  if (request === null) throw AppError.saying('llm.context_overflow', say('side.noRoom'))
  signal.throwIfAborted()
  const tooLong = new AbortController()
  let characters = 0
  const hear = {
    eventId: deps.newId('event'),
    piece: ({ channel, text }: { readonly channel: string; readonly text: string }) => {
      if (channel === 'text') characters += text.length
      if (characters > MOST_CHARS) tooLong.abort(AppError.saying('llm.stream', say('side.noAnswer')))
    },
  }
  const { model, stream } = scene
  const asking = {
    writer: { info: model, stream },
    limitMs: LIMIT_MS,
    tooSlow: say('side.tooSlow', { model: model.label }),
    clock: deps.clock,
    hear,
  }
  const asked = await sendRequest(request, asking, AbortSignal.any([signal, tooLong.signal]))
  // A chat that was deleted meanwhile must not get new events.
  if (log.folds(sessionId).session === null) throw AppError.saying('cancelled', say('side.stopped'))
  const parts = asked.text === null ? {} : readSideQueryAnswer(asked.text, wish)
  store(deps, sessionId, { scene, asked, parts })
  signal.throwIfAborted()
  if (asked.error !== null) throw asked.error
  if (Object.keys(parts).length === 0) throw AppError.saying('llm.stream', say('side.noAnswer'))
  return parts
}

type Outcome = { readonly scene: SideQueryScene; readonly asked: OneResult; readonly parts: SideQueryParts }

function store({ log, newId }: Deps, sessionId: SessionId, { scene, asked, parts }: Outcome): void {
  const run = Object.values<RunRecord>(log.folds(sessionId).runs).findLast(({ kind }) => kind === 'chat')
  const isEmpty = Object.keys(parts).length === 0
  const hasCost = asked.usage.input + asked.usage.output > 0
  const { contextId, leaf: through, tokens } = scene
  const answered: NewDurableEvent = {
    kind: 'side.answered',
    contextId,
    payload: { contextId, through, tokens, ...parts },
  }
  const record = { agentId: SIDE_QUERY_AGENT, model: scene.model.ref, asked, failed: isEmpty }
  // A request that cost nothing and brought nothing has not happened.
  const cost = run === undefined || (isEmpty && !hasCost) ? [] : systemRunRecord(newId('run'), run, record)
  const events = [...cost, ...(isEmpty ? [] : [answered])]
  if (events.length > 0) log.publish(sessionId, events)
}

/** Returns why nothing may be asked in a chat now; null for no reason. */
function problemOf({ log, isHeld }: Deps, sessionId: SessionId): AppError | null {
  const { session, runs } = log.folds(sessionId)
  const all = Object.values<RunRecord>(runs)
  if (session?.kind !== 'chat' || !all.some(({ kind }) => kind === 'chat')) {
    return AppError.saying('session.not_found', say('side.nothing'))
  }
  if (isInBin(log, sessionId)) return AppError.saying('session.not_found', say('run.inBin'))
  if (all.some(({ status }) => !isTerminal(status)))
    return AppError.saying('run.already_registered', say('side.busy'))
  return isHeld(sessionId) ? AppError.saying('limit.exceeded', say('side.held')) : null
}

/** Whether nothing is asked unless the person asks: the chat avoids the cache, or is archived. */
function avoidsCost(log: RunLog, sessionId: SessionId): boolean {
  const meta = log.folds(sessionId).session?.meta
  return meta?.archived === true || (meta?.cacheBreak ?? null) !== null
}

/** The most words of a summary: what a compaction has room for. */
const MOST_WORDS = 600
const wordsFor = ({ summaryTokens }: SideQueryScene): number =>
  Math.max(50, Math.min(MOST_WORDS, Math.floor(summaryTokens * 0.5)))

const replaced = () => AppError.cancelled('The chat went on.')

const isStop = (error: unknown): boolean => error instanceof AppError && error.code === 'cancelled'
