import type { Database } from 'better-sqlite3'

/** Usage of one model over a period, with the figures of its provider. */
export type TurnSums = {
  readonly provider: string
  readonly model: string
  readonly requests: number
  readonly failed: number
  readonly input: number
  readonly output: number
  readonly cache_read: number
  readonly cache_write: number
  /** US dollars recorded with the requests. */
  readonly recorded: number
  /** Tokens of requests without a recorded cost. */
  readonly unpriced_input: number
  readonly unpriced_output: number
  readonly unpriced_read: number
  readonly unpriced_write: number
  /** Medians over all models of the provider; null where nothing was measured. */
  readonly first_ms: number | null
  readonly rate: number | null
}

/** An answer that came in less than this came at once, and says nothing about a rate. */
const SHORTEST_MS = 100

/**
 * Sums up the ends of turns since a moment, by model. Only chats in which something happened since are looked at. What a
 * fork copied was asked once, and is counted once. The model is that of the answer, or else that of its run.
 */
export function createTurnSums(db: Database): (since: number) => readonly TurnSums[] {
  const sums = db.prepare<[{ since: number }], TurnSums>(
    `WITH turns AS (
       SELECT coalesce(payload ->> '$.model', runs.record ->> '$.model') AS model,
         payload ->> '$.stop' AS stop,
         payload ->> '$.usage.input' AS input,
         payload ->> '$.usage.output' AS output,
         coalesce(payload ->> '$.usage.cacheRead', 0) AS cache_read,
         coalesce(payload ->> '$.usage.cacheWrite', 0) AS cache_write,
         payload ->> '$.usage.cost.billed' AS billed,
         payload ->> '$.usage.cost.estimated' AS estimated,
         payload ->> '$.firstMs' AS first_ms,
         (payload ->> '$.llmMs') - (payload ->> '$.firstMs') AS answer_ms
       FROM sessions
       CROSS JOIN events ON events.session_id = sessions.id AND events.kind = 'turn.ended'
       LEFT JOIN runs ON runs.run_id = events.payload ->> '$.runId'
       WHERE sessions.updated_at >= @since AND events.ts >= @since AND events.copied_from IS NULL
     ), rated AS (
       SELECT *, substr(model, 1, instr(model, '/') - 1) AS provider,
         CASE WHEN answer_ms >= ${SHORTEST_MS} AND output > 0 THEN output * 1000.0 / answer_ms END AS rate
       FROM turns WHERE model IS NOT NULL
     ), placed AS (
       SELECT *, count(first_ms) OVER of AS firsts, count(rate) OVER of AS rates,
         row_number() OVER (PARTITION BY provider ORDER BY first_ms NULLS LAST) AS first_place,
         row_number() OVER (PARTITION BY provider ORDER BY rate NULLS LAST) AS rate_place
       FROM rated WINDOW of AS (PARTITION BY provider)
     ), middles AS (
       SELECT provider,
         avg(first_ms) FILTER (WHERE first_place IN ((firsts + 1) / 2, (firsts + 2) / 2)) AS first_ms,
         avg(rate) FILTER (WHERE rate_place IN ((rates + 1) / 2, (rates + 2) / 2)) AS rate
       FROM placed GROUP BY provider
     )
     SELECT rated.provider, model, count(*) AS requests, sum(stop = 'error') AS failed, sum(input) AS input,
       sum(output) AS output, sum(cache_read) AS cache_read, sum(cache_write) AS cache_write,
       total(billed) + total(estimated) AS recorded,
       total(input) FILTER (WHERE billed IS NULL AND estimated IS NULL) AS unpriced_input,
       total(output) FILTER (WHERE billed IS NULL AND estimated IS NULL) AS unpriced_output,
       total(cache_read) FILTER (WHERE billed IS NULL AND estimated IS NULL) AS unpriced_read,
       total(cache_write) FILTER (WHERE billed IS NULL AND estimated IS NULL) AS unpriced_write,
       middles.first_ms, middles.rate
     FROM rated JOIN middles USING (provider)
     GROUP BY model ORDER BY rated.provider, model`,
  )
  return (since) => sums.all({ since })
}
