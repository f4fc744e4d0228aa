import type { ModelRef, ProjectId, SessionId } from '../ids.ts'

/** The days that the usage page can show. A day is a local calendar day. */
export const USAGE_DAYS = [1, 7, 30] as const
export type UsageDays = (typeof USAGE_DAYS)[number]

/** The origin of a request: a chat, a subagent, a workflow agent or the app itself. */
export type RequestKind = 'chat' | 'agent' | 'workflow' | 'system'

/** Money and tokens of some requests. `saved` is estimated. */
export type Spend = {
  /** US dollars that providers reported. */
  readonly billed: number
  /** US dollars by the prices of the models. */
  readonly estimated: number
  readonly saved: number
  /** US dollars that avoidable misses of the cache cost. They are a part of the amounts. */
  readonly lost: number
  /** Tokens of requests without a known price. They are in no amount. */
  readonly unpriced: number
  /** Tokens that a plan of the person covers. They are in no amount. */
  readonly covered: number
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  readonly reasoning: number
  readonly requests: number
}

export type ProjectSpend = Spend & { readonly projectId: ProjectId | null; readonly name: string | null }
export type ModelSpend = Spend & { readonly model: ModelRef; readonly label: string }
export type AgentSpend = Spend & { readonly kind: RequestKind; readonly agent: string }
export type ChatSpend = Spend & {
  readonly chatId: SessionId
  /** Null for a chat that was deleted. */
  readonly title: string | null
  readonly projectId: ProjectId | null
  readonly projectName: string | null
  readonly lastDay: string
  /** Whether it is a chat that is still stored. */
  readonly canOpen: boolean
}
/** One local day, as `2026-11-27`. */
export type DaySpend = Spend & {
  readonly day: string
  readonly projects: readonly { readonly projectId: ProjectId | null; readonly dollars: number }[]
}

/** The usage per day over a period, including days without usage. */
export type UsageReport = {
  readonly from: string
  readonly until: string
  readonly total: Spend
  readonly runs: number
  readonly days: readonly DaySpend[]
  readonly projects: readonly ProjectSpend[]
  readonly models: readonly ModelSpend[]
  readonly agents: readonly AgentSpend[]
  /** The chats that cost most, or used most where nothing has a price. */
  readonly chats: readonly ChatSpend[]
}

/** US dollars over everything on this computer, or over one project. Null is no limit. */
export type SpendLimits = {
  readonly warnPerDay: number | null
  readonly stopPerDay: number | null
  readonly warnPerMonth: number | null
  readonly stopPerMonth: number | null
}

/** The cost of everything, or of one project, with its limits. */
export type SpendState = {
  readonly limits: SpendLimits
  /** The day and the month of now, with what they have cost. */
  readonly day: string
  readonly today: number
  readonly month: number
  /** Whether requests of this month have no known price, and are in no amount. */
  readonly hasUnpriced: boolean
}

/** The state of everything, or of one project as the person set it and as its file lowers it. */
export type SpendStanding = SpendState & {
  /** The limits of the person's settings. The file of a project can lower them. */
  readonly own: SpendLimits
}

/** All money of some requests in US dollars. */
export const dollarsOf = ({ billed, estimated }: Pick<Spend, 'billed' | 'estimated'>): number =>
  billed + estimated

/** The share of the prompt that the cache served, 0 to 1; null where nothing was sent. */
export function cacheShare({
  input,
  cacheRead,
  cacheWrite,
}: Pick<Spend, 'input' | 'cacheRead' | 'cacheWrite'>): number | null {
  const prompt = input + cacheRead + cacheWrite
  return prompt === 0 ? null : cacheRead / prompt
}
