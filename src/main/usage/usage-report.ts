import type { ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import { costOf } from '#shared/model/cost.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { priceOf, pricesOf } from '#shared/model/price-of.ts'
import { tokensOf, unpricedOf } from '#shared/session/usage.ts'
import {
  type ChatSpend,
  type DaySpend,
  dollarsOf,
  type Spend,
  type UsageDays,
  type UsageReport,
} from '#shared/usage/usage-report.ts'
import type { Clock } from '../lib/clock.ts'
import { dayBefore, localDay } from '../lib/local-day.ts'
import { type ModelRequests, NO_CHAT, type RequestSums } from '../log/model-requests.ts'

export type UsageReportDeps = {
  readonly requests: Pick<ModelRequests, 'sums'>
  readonly modelOf: (ref: ModelRef) => ModelInfo | null
  /** The name of a project that is still known. */
  readonly projectName: (id: ProjectId) => string | null
  /** The title of a chat or workflow that is still stored. */
  readonly titleOf: (id: SessionId) => string | null
  readonly isChat: (id: SessionId) => boolean
  readonly clock: Pick<Clock, 'now'>
}

/** Maximum chats listed. */
const TOP_CHATS = 8

const NOTHING: Spend = {
  billed: 0,
  estimated: 0,
  saved: 0,
  lost: 0,
  unpriced: 0,
  covered: 0,
  requests: 0,
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
}

/** Reports what was used over some local days: in all, and by day, project, model, agent and chat. */
export function createUsageReport(deps: UsageReportDeps) {
  return (days: UsageDays, projectId: ProjectId | null | undefined): UsageReport => {
    const now = deps.clock.now()
    const [from, until] = [dayBefore(now, days - 1), localDay(now)]
    const rows = deps.requests
      .sums(from, until)
      .filter((row) => projectId === undefined || row.projectId === projectId)
      .map((row) => ({ ...row, spend: spendOf(row, deps.modelOf) }))
    const allDays = Array.from({ length: days }, (_, at) => dayBefore(now, days - 1 - at))
    return {
      from,
      until,
      total: rows.reduce((sum, { spend }) => both(sum, spend), NOTHING),
      runs: rows.reduce((sum, { runs }) => sum + runs, 0),
      days: allDays.map((day) => dayOf(day, rows)),
      projects: grouped(rows, ({ projectId: id }) => id, dollarsFirst).map(([id, , spend]) => ({
        ...spend,
        projectId: id,
        name: id === null ? null : deps.projectName(id),
      })),
      models: grouped(rows, ({ model }) => model, dollarsFirst).map(([model, , spend]) => ({
        ...spend,
        model,
        label: deps.modelOf(model)?.label ?? model,
      })),
      agents: agentsOf(rows),
      // Requests for vectors and drafts belong to no chat.
      chats: grouped(
        rows.filter(({ chatId }) => chatId !== NO_CHAT),
        ({ chatId }) => chatId,
        dollarsFirst,
      )
        .slice(0, TOP_CHATS)
        .map(([chatId, of, spend]) => chatOf(deps, chatId, of, spend)),
    }
  }
}

type Spent = RequestSums & { readonly spend: Spend }

/**
 * Returns the usage and cost of one model's requests. Those without a recorded price are estimated at current
 * prices.
 */
export function spendOf({ usage, requests, model }: RequestSums, modelOf: UsageReportDeps['modelOf']): Spend {
  const { billed = 0, estimated = 0, saved = 0, lost = 0 } = usage.cost ?? {}
  const info = modelOf(model)
  const rest = unpricedOf(usage)
  const prices = info === null || tokensOf(rest) === 0 ? null : pricesOf(info)
  const late = prices === null ? { usd: 0, saved: 0 } : priceOf(rest, prices)
  return {
    billed,
    estimated: estimated + late.usd,
    saved: saved + late.saved,
    lost,
    requests,
    unpriced: costOf(usage, info) === null ? tokensOf(rest) : 0,
    covered: info?.plan !== undefined && billed + estimated === 0 ? tokensOf(usage) : 0,
    input: usage.input,
    cacheRead: usage.cacheRead ?? 0,
    cacheWrite: usage.cacheWrite ?? 0,
    output: usage.output,
    reasoning: usage.reasoning ?? 0,
  }
}

export function both(left: Spend, right: Spend): Spend {
  return {
    billed: left.billed + right.billed,
    estimated: left.estimated + right.estimated,
    saved: left.saved + right.saved,
    lost: left.lost + right.lost,
    unpriced: left.unpriced + right.unpriced,
    covered: left.covered + right.covered,
    input: left.input + right.input,
    cacheRead: left.cacheRead + right.cacheRead,
    cacheWrite: left.cacheWrite + right.cacheWrite,
    output: left.output + right.output,
    reasoning: left.reasoning + right.reasoning,
    requests: left.requests + right.requests,
  }
}

type Group<Key> = readonly [key: Key, rows: readonly Spent[], spend: Spend]

function grouped<Key>(
  rows: readonly Spent[],
  keyOf: (row: Spent) => Key,
  order: (left: Spend, right: Spend) => number,
): readonly Group<Key>[] {
  const groups = new Map<Key, Spent[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const of = groups.get(key)
    if (of === undefined) groups.set(key, [row])
    else of.push(row)
  }
  return [...groups]
    .map(([key, of]): Group<Key> => [key, of, of.reduce((sum, { spend }) => both(sum, spend), NOTHING)])
    .toSorted(([, , left], [, , right]) => order(left, right))
}

/** The dearest first; among equals the one with the most tokens. */
function dollarsFirst(left: Spend, right: Spend): number {
  return dollarsOf(right) - dollarsOf(left) || tokensIn(right) - tokensIn(left)
}

const tokensIn = ({ input, cacheRead, cacheWrite, output }: Spend): number =>
  input + cacheRead + cacheWrite + output

function dayOf(day: string, rows: readonly Spent[]): DaySpend {
  const groups = grouped(
    rows.filter((row) => row.day === day),
    ({ projectId }) => projectId,
    dollarsFirst,
  )
  const total = groups.reduce((sum, [, , spend]) => both(sum, spend), NOTHING)
  return {
    ...total,
    day,
    projects: groups.map(([projectId, , spend]) => ({ projectId, dollars: dollarsOf(spend) })),
  }
}

/** Chats together, workflow agents together, subagents and jobs of the app by their name. */
function agentsOf(rows: readonly Spent[]): UsageReport['agents'] {
  const nameOf = ({ kind, agent }: Spent) => (kind === 'chat' || kind === 'workflow' ? '' : agent)
  return grouped(rows, (row) => `${row.kind} ${nameOf(row)}`, dollarsFirst).flatMap(([, [first], spend]) =>
    first === undefined ? [] : [{ ...spend, kind: first.kind, agent: nameOf(first) }],
  )
}

function chatOf(deps: UsageReportDeps, chatId: SessionId, rows: readonly Spent[], spend: Spend): ChatSpend {
  const projectId = rows.at(-1)?.projectId ?? null
  return {
    ...spend,
    chatId,
    projectId,
    title: deps.titleOf(chatId),
    canOpen: deps.isChat(chatId),
    projectName: projectId === null ? null : deps.projectName(projectId),
    lastDay:
      rows
        .map(({ day }) => day)
        .toSorted()
        .at(-1) ?? '',
  }
}
