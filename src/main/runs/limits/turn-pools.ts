import { AppError } from '#shared/errors.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { TurnPool } from '#shared/run/turn-pool.ts'
import { say } from '#shared/sentences.ts'
import type { Usage } from '#shared/session/message.ts'
import type { Model, ModelChunk, ModelRequest } from '../../models/model.ts'
import type { RunLog } from '../run/run-log.ts'
import { type Allowance, dollars } from './allowance.ts'
import { launchingRun } from './launching-run.ts'
import { added, amountOf, MICRO, mostOf } from './request-cost.ts'
import { type Amount, createSpendPool, type SpendPool } from './spend-pool.ts'
import type { Said } from './usage-limits.ts'

type Place = Pick<RunRecord, 'sessionId' | 'runId'>

/** One request that is stored: which run made it, and what it used. */
export type StoredRequest = Place & { readonly usage: Usage }

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  /** The requests of a chat and all that works for it since a moment. */
  readonly requestsOf: (chatId: SessionId, since: number) => readonly StoredRequest[]
}

type Found = { readonly top: RunRecord; readonly total: TurnPool }

/**
 * The limits that stand in front of messages. The run that a message begins, its subagents and the workflows it starts
 * share one pool; every request reserves from it before it is sent.
 */
export function createTurnPools(deps: Deps) {
  const pools = new Map<RunId, SpendPool>()

  const poolOf = (found: Found): SpendPool => {
    const { top } = found
    const known = pools.get(top.runId)
    if (known !== undefined) return known
    const before = deps
      .requestsOf(top.sessionId, top.createdAt)
      .filter((request) => findPool(deps, request)?.top.runId === top.runId)
      .reduce((sum, { usage }) => added(sum, amountOf(usage)), { tokens: 0, micros: 0 })
    const made = createSpendPool(() => totalsOf(findPool(deps, top)?.total ?? found.total), before)
    pools.set(top.runId, made)
    return made
  }

  const reached = (found: Found): Said | null => {
    const pool = poolOf(found)
    return pool.isSpent() ? spentWords(found.total, pool.spent()) : null
  }

  return {
    /** The limit that pauses a run before its next request; null without a pool. */
    of: (run: Place): Allowance | null => {
      if (findPool(deps, run) === null) return null
      return {
        check: () => {
          const found = findPool(deps, run)
          const over = found === null ? null : reached(found)
          if (over !== null) throw AppError.saying('limit.exceeded', over)
        },
      }
    },
    /** Describes the used-up pool of the newest run of a session; null while some is left. */
    reachedBy: ({ sessionId }: Pick<Place, 'sessionId'>): Said | null => {
      const newest = Object.values<RunRecord>(deps.log.folds(sessionId).runs)
        .filter(({ kind }) => kind !== 'system')
        .reduce<RunRecord | null>((last, run) => (run.createdAt >= (last?.createdAt ?? 0) ? run : last), null)
      const found = newest === null ? null : findPool(deps, newest)
      return found === null ? null : reached(found)
    },
    /** A model whose requests reserve from the pool of a run; the same model where the run has none. */
    through: (run: Place, info: ModelInfo, stream: Model['stream']): Model['stream'] => {
      const found = findPool(deps, run)
      if (found === null) return stream
      return (request, signal) => reserving({ pool: poolOf(found), found, info, stream }, request, signal)
    },
  }
}

export type TurnPools = ReturnType<typeof createTurnPools>

type Reserving = {
  readonly pool: SpendPool
  readonly found: Found
  readonly info: ModelInfo
  readonly stream: Model['stream']
}

async function* reserving(
  { pool, found, info, stream }: Reserving,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelChunk> {
  const most = mostOf(request, info)
  const hold = await pool.hold(most, signal)
  if (hold === null) throw AppError.saying('limit.exceeded', spentWords(found.total, pool.spent()))
  let used: Amount = { tokens: 0, micros: 0 }
  try {
    const reserveOutput = Math.max(LEAST_ANSWER, Math.min(request.reserveOutput, hold.granted.tokens))
    const onCounted = (usage: Usage) => {
      used = added(used, amountOf(usage))
      request.onCounted?.(usage)
    }
    for await (const chunk of stream({ ...request, reserveOutput, onCounted }, signal)) {
      if (chunk.t === 'end') used = added(used, amountOf(chunk.usage))
      yield chunk
    }
  } finally {
    hold.settle(used)
  }
}

/** An answer shorter than this would be of no use. */
const LEAST_ANSWER = 200

const totalsOf = ({ tokens, usd }: TurnPool) => ({
  tokens,
  micros: usd === null ? null : Math.round(usd * MICRO),
})

function spentWords({ tokens, usd }: TurnPool, spent: Amount): Said {
  if (usd !== null && spent.micros >= usd * MICRO) {
    return say('pool.costReached', { cost: dollars(spent.micros / MICRO), limit: dollars(usd) })
  }
  return say('pool.tokensReached', { tokens: whole(spent.tokens), limit: whole(tokens ?? 0) })
}

const whole = (count: number): string => count.toLocaleString('en-US')

/** The pool a run belongs to: that of the chat's run above it. A run that takes another up keeps its pool. */
export function findPool({ log }: Pick<Deps, 'log'>, run: Place): Found | null {
  let at: Place = run
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const { session, runs } = log.folds(at.sessionId)
    const record = runs[at.runId]
    if (session === null) return null
    if (session.kind === 'chat') {
      if (record?.pool !== undefined) {
        const raised = session.meta.pool?.runId === record.runId ? session.meta.pool : record.pool
        return { top: record, total: { tokens: raised.tokens, usd: raised.usd } }
      }
      if (record?.retryOf === undefined) return null
      at = { sessionId: at.sessionId, runId: record.retryOf }
      continue
    }
    if (session.parentSessionId === null) return null
    const above: RunId | undefined =
      session.kind === 'workflow'
        ? launchingRun(log, session.parentSessionId, session.createdAt)?.runId
        : record?.parentRunId
    if (above === undefined) return null
    at = { sessionId: session.parentSessionId, runId: above }
  }
  return null
}

/** Runs above one another, and runs that take one another up. */
const MOST_STEPS = 1_000
