import type { Database } from 'better-sqlite3'
import type { DurableEventOf } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { EventId, ModelRef, ProjectId, RunId, SessionId } from '#shared/ids.ts'
import type { TokenCounts, Usage } from '#shared/session/message.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import { NO_USAGE } from '#shared/session/usage.ts'
import type { RequestKind } from '#shared/usage/usage-report.ts'
import { localDay } from '../lib/local-day.ts'
import { createRequestDaySums } from './request-day-sums.ts'

/** The requests of one day that share chat, agent and model, summed. */
export type RequestSums = {
  readonly day: string
  readonly chatId: SessionId
  readonly projectId: ProjectId | null
  readonly kind: RequestKind
  readonly agent: string
  readonly model: ModelRef
  readonly runs: number
  readonly requests: number
  readonly usage: Usage
}

type ChatRequest = { readonly sessionId: SessionId; readonly runId: RunId; readonly usage: Usage }

type SumsRow = {
  readonly input: number
  readonly output: number
  readonly cache_read: number
  readonly cache_write: number
  readonly cache_write_1h: number
  readonly reasoning: number
  readonly billed: number | null
  readonly estimated: number | null
  readonly saved: number | null
  readonly lost: number | null
  readonly unpriced_input: number
  readonly unpriced_output: number
  readonly unpriced_read: number
  readonly unpriced_write: number
}

type Row = SumsRow & {
  readonly day: string
  readonly chat_id: string
  readonly project_id: string | null
  readonly kind: string
  readonly agent: string
  readonly runs: number
  readonly requests: number
  readonly model: string
}

type Values = [
  ...[eventId: string, day: string, ts: number, sessionId: string, chatId: string, runId: string],
  ...[projectId: string | null, kind: string, agent: string, model: string, failed: number],
  ...[input: number, output: number, cacheRead: number, cacheWrite: number, cacheWrite1h: number],
  ...[reasoning: number, billed: number | null, estimated: number | null, saved: number | null],
  lost: number | null,
]

const SUMS = `sum(input) AS input, sum(output) AS output, sum(cache_read) AS cache_read,
  sum(cache_write) AS cache_write, sum(cache_write_1h) AS cache_write_1h, sum(reasoning) AS reasoning,
  sum(billed) AS billed, sum(estimated) AS estimated, sum(saved) AS saved, sum(lost) AS lost,
  total(input) FILTER (WHERE billed IS NULL AND estimated IS NULL) AS unpriced_input,
  total(output) FILTER (WHERE billed IS NULL AND estimated IS NULL) AS unpriced_output,
  total(cache_read) FILTER (WHERE billed IS NULL AND estimated IS NULL) AS unpriced_read,
  total(cache_write) FILTER (WHERE billed IS NULL AND estimated IS NULL) AS unpriced_write`

/** Every question about the table of requests. */
export function createModelRequests(db: Database) {
  const sums = db.prepare<[{ from: string; until: string }], Row>(
    `SELECT day, chat_id, project_id, kind, agent, model, count(DISTINCT nullif(run_id, '')) AS runs, count(*) AS requests, ${SUMS}
     FROM model_requests WHERE day BETWEEN @from AND @until
     GROUP BY day, chat_id, project_id, kind, agent, model`,
  )
  const byModel = db.prepare<[{ from: string; until: string }], Row>(
    `SELECT model, ${SUMS} FROM model_requests WHERE day BETWEEN @from AND @until GROUP BY model`,
  )
  const byModelOf = db.prepare<[{ from: string; until: string; project: string }], Row>(
    `SELECT model, ${SUMS} FROM model_requests
     WHERE day BETWEEN @from AND @until AND project_id = @project GROUP BY model`,
  )
  const daySums = createRequestDaySums(db)
  const ofChat = db.prepare<
    [{ day: string; chat: string; since: number }],
    Omit<Row, 'runs'> & { readonly session_id: string; readonly run_id: string }
  >(
    `SELECT *, 1 AS requests, 0 AS unpriced_input, 0 AS unpriced_output, 0 AS unpriced_read, 0 AS unpriced_write
     FROM model_requests WHERE day >= @day AND chat_id = @chat AND ts >= @since AND kind <> 'system'`,
  )
  return {
    /** The requests of a chat and all that works for it since a moment, one by one. */
    ofChat: (chat: SessionId, since: number): readonly ChatRequest[] =>
      ofChat.all({ day: localDay(since), chat, since }).map((row) => ({
        sessionId: row.session_id as SessionId,
        runId: row.run_id as RunId,
        usage: usageOf(row),
      })),
    /** The requests of these days, first and last included. */
    sums: (from: string, until: string): readonly RequestSums[] => sums.all({ from, until }).map(sumsOf),
    /** Returns the usage of each model on these days: in a project, or in all for null. */
    byModel: (from: string, until: string, project: ProjectId | null): ReadonlyMap<ModelRef, Usage> => {
      const rows = project === null ? byModel.all({ from, until }) : byModelOf.all({ from, until, project })
      return new Map(rows.map((row) => [row.model as ModelRef, usageOf(row)]))
    },
    /** Returns the usage of each model on one day. Asked for again, it costs a few rows however many requests there were. */
    byModelOn: (day: string, project: ProjectId | null): ReadonlyMap<ModelRef, Usage> =>
      new Map(daySums(day, project).map((row) => [row.model as ModelRef, usageOf(row)])),
  }
}

export type ModelRequests = ReturnType<typeof createModelRequests>

const INSERT = `INSERT OR REPLACE INTO model_requests VALUES (${Array.from({ length: 21 }, () => '?').join(', ')})`

/** The agent name that requests for vectors are counted under. */
const EMBEDDING_AGENT = 'embedding'

/** Writes the row of a request for vectors. The app sends it for memories and pages, outside all chats and projects. */
export function createEmbeddingWriter(db: Database) {
  const insert = db.prepare<Values>(INSERT)
  return (id: EventId, at: number, model: ModelRef, { input, cost }: Usage): void => {
    insert.run(
      ...([id, localDay(at), at, '', '', ''] as const),
      ...([null, 'system', EMBEDDING_AGENT, model, 0, input, 0, 0, 0, 0, 0] as const),
      ...([cost?.billed ?? null, cost?.estimated ?? null, null] as const),
      null,
    )
  }
}

/** A request of the app for a project or for none, outside every chat. */
export type SideRequest = {
  /** A new id of its own. */
  readonly id: string
  readonly at: number
  readonly projectId: ProjectId | null
  readonly agent: string
  readonly model: ModelRef
  readonly failed: boolean
  readonly usage: Usage
}

/** The chat of requests that belong to none. */
export const NO_CHAT = '' as SessionId

/** Writes the row of a request that belongs to no chat, so that its cost counts as that of any other. */
export function createSideRequestWriter(db: Database): (request: SideRequest) => void {
  const insert = db.prepare<Values>(INSERT)
  return ({ id, at, projectId, agent, model, failed, usage }) => {
    insert.run(
      ...([id, localDay(at), at, NO_CHAT, NO_CHAT, ''] as const),
      ...([projectId, 'system', agent, model, failed ? 1 : 0, ...countsOf(usage)] as const),
    )
  }
}

/** Returns the counts and costs of a request in the order of the table. */
function countsOf({ input, output, cacheRead, cacheWrite, cacheWrite1h, reasoning, cost }: Usage) {
  return [
    ...([input, output, cacheRead ?? 0, cacheWrite ?? 0, cacheWrite1h ?? 0, reasoning ?? 0] as const),
    ...([cost?.billed ?? null, cost?.estimated ?? null, cost?.saved ?? null, cost?.lost ?? null] as const),
  ] as const
}

/** Writes the row of a request. The same event writes the same row. */
export function createRequestWriter(db: Database) {
  const insert = db.prepare<Values>(INSERT)
  return (event: DurableEventOf<'turn.ended'>, folds: SessionFolds, above: Above): void => {
    const { runId, usage, stop, model = folds.runs[runId]?.model } = event.payload
    if (model === undefined || folds.session === null) return
    const { kind, agentId } = folds.runs[runId] ?? { kind: 'chat', agentId: '' }
    const top = topOf(folds.session, above)
    insert.run(
      ...([event.id, localDay(event.ts), event.ts, event.sessionId, top.chatId, runId] as const),
      ...([folds.session.meta.projectId, kindOf(kind, top.inWorkflow), agentId, model] as const),
      ...([stop === 'error' ? 1 : 0, ...countsOf(usage)] as const),
    )
  }
}

/** The session a session belongs to, or null for one that is gone. */
type Above = (sessionId: SessionId) => SessionRecord | null

function topOf(session: SessionRecord, above: Above) {
  let at = session
  let inWorkflow = at.kind === 'workflow'
  while (at.parentSessionId !== null) {
    const next = above(at.parentSessionId)
    if (next === null) break
    at = next
    inWorkflow ||= at.kind === 'workflow'
  }
  return { chatId: at.id, inWorkflow }
}

function kindOf(kind: string, inWorkflow: boolean): RequestKind {
  if (kind === 'system') return 'system'
  if (inWorkflow) return 'workflow'
  return kind === 'child' || kind === 'detached' ? 'agent' : 'chat'
}

function sumsOf(row: Row): RequestSums {
  const { day, kind, agent, runs, requests } = row
  return {
    day,
    agent,
    runs,
    requests,
    chatId: row.chat_id as SessionId,
    projectId: row.project_id as ProjectId | null,
    kind: kind as RequestKind,
    model: row.model as ModelRef,
    usage: usageOf(row),
  }
}

function usageOf(row: SumsRow): Usage {
  const usage: Usage = {
    input: row.input,
    output: row.output,
    cacheRead: row.cache_read,
    cacheWrite: row.cache_write,
    cacheWrite1h: row.cache_write_1h,
    reasoning: row.reasoning,
  }
  const { billed, estimated, saved, lost } = row
  if (billed === null && estimated === null) return usage
  const unpriced: TokenCounts = {
    ...NO_USAGE,
    input: row.unpriced_input,
    output: row.unpriced_output,
    cacheRead: row.unpriced_read,
    cacheWrite: row.unpriced_write,
  }
  return {
    ...usage,
    cost: {
      ...(billed === null ? {} : { billed }),
      ...(estimated === null ? {} : { estimated }),
      ...(saved === null ? {} : { saved }),
      ...(lost === null ? {} : { lost }),
      ...(unpriced.input + unpriced.output + row.unpriced_read + row.unpriced_write === 0
        ? {}
        : { unpriced }),
    },
  }
}
