import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { Plan, Step } from '#shared/plan/plan.ts'
import { needsOf } from '#shared/plan/plan-order.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import type { Inbox } from '../run/inbox.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { RunLog } from '../run/run-log.ts'

/** Maximum changes per notice, and characters of a step title. */
const MOST_LINES = 8
const TITLE_CHARS = 200

/**
 * Creates the notices about plan changes for a step's agent, sent between two requests and once for all
 * changes so far. Null for a run without a step.
 */
export function planUpdatesOf(
  { folds }: Pick<RunLog, 'folds'>,
  run: RunHandle,
): Pick<Inbox, 'has' | 'take'> | null {
  const { planId, stepIndex } = run.record()
  const { session, runs } = folds(run.sessionId)
  if (planId === undefined || session === null) return null
  const isChat = session.kind !== 'child'
  const home = isChat ? session.id : (session.parentSessionId ?? session.id)
  const plans = () => folds(home).plans
  const now = (): Plan | undefined => plans()[planId]
  const mine = isChat ? now()?.steps.find(isDoneByChat)?.index : stepIndex
  if (mine === undefined) return null
  // An agent that resumes a step after a restart knew the plan as it was then.
  const earlier = isChat ? undefined : earlierPlan(Object.values<RunRecord>(runs), run.record())
  let told: Plan | undefined = (earlier === undefined ? undefined : plans()[earlier]) ?? now()

  const news = (): HarnessItem | null => {
    const plan = now()
    if (plan === undefined || told === undefined || isSame(plan, told)) return null
    return planUpdateItem(told, plan, mine)
  }
  return {
    has: () => news() !== null,
    take: () => {
      const payload = news()
      told = now()
      if (payload !== null) run.publish([{ kind: 'harness.item', payload }])
    },
  }
}

const isDoneByChat = ({ status, agentId }: Step): boolean => status === 'running' && agentId === undefined

const isSame = (plan: Plan, told: Plan): boolean =>
  plan.id === told.id && (plan.revision ?? 0) === (told.revision ?? 0)

function earlierPlan(runs: readonly RunRecord[], { runId, stepIndex }: RunRecord): RunRecord['planId'] {
  return runs.findLast(
    (run) => run.runId !== runId && run.planId !== undefined && run.stepIndex === stepIndex,
  )?.planId
}

/**
 * Returns the plan changes relevant for step `mine`: the goal, parallel steps and steps that use its result.
 * Later steps, order and assignment do not matter to it. Null for no relevant change.
 */
export function planUpdateItem(before: Plan, now: Plan, mine: number): HarnessItem | null {
  const lines = [
    ...(before.goal === now.goal ? [] : [`The goal of the plan is now: ${short(now.goal)}`]),
    ...now.steps.flatMap((step) => lineOf(before, now, { step, mine })),
    ...before.steps
      .filter(({ index }) => now.steps.every((step) => step.index !== index))
      .filter((step) => placeOf(before, step, mine) !== 'later')
      .map(({ title }) => `Taken out: ${short(title)}`),
  ]
  if (lines.length === 0) return null
  const shown = lines.slice(0, MOST_LINES).map((line) => `- ${line}`)
  const more = lines.length - shown.length
  return {
    kind: 'plan-changed',
    origin: 'system',
    content: [
      'The person has changed the plan around your step. Your own step is as it was: go on with it, and leave the others to those who do them.',
      ...shown,
      ...(more === 0 ? [] : [`- … and ${more} more`]),
    ].join('\n'),
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
    data: { said: [say('plan.changedAround')] },
  }
}

/** The position of a step relative to another. */
type Place = 'before' | 'beside' | 'next' | 'later'

function placeOf(plan: Plan, step: Step, mine: number): Place {
  const { steps } = plan
  const needs = needsOf(steps, steps.indexOf(step))
  if (needs.includes(mine)) return 'next'
  if (waitsFor(plan, step, mine)) return 'later'
  const own = steps.find(({ index }) => index === mine)
  return own !== undefined && waitsFor(plan, own, step.index) ? 'before' : 'beside'
}

/** Whether a step depends on another one, directly or indirectly. */
function waitsFor({ steps }: Plan, step: Step, other: number): boolean {
  const open = [...needsOf(steps, steps.indexOf(step))]
  const seen = new Set<number>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === other) return true
    if (seen.has(next)) continue
    seen.add(next)
    const at = steps.findIndex(({ index }) => index === next)
    if (at !== -1) open.push(...needsOf(steps, at))
  }
  return false
}

type Seen = { readonly step: Step; readonly mine: number }

function lineOf(before: Plan, now: Plan, { step, mine }: Seen): string[] {
  if (step.index === mine) return []
  const was = before.steps.find(({ index }) => index === step.index)
  const place = placeOf(now, step, mine)
  const title = short(step.title)
  const wasNext = was !== undefined && placeOf(before, was, mine) === 'next'
  if (place === 'later') return wasNext ? [`Does not take up at once what comes of your step: ${title}`] : []
  const where = place === 'next' ? ', takes up what comes of your step' : ', beside your step'
  if (was === undefined) return [`New${where}: ${title}`]
  if (was.title !== step.title) return [`“${short(was.title)}” is now${where}: ${title}`]
  if (wasNext === (place === 'next')) return []
  return [`${place === 'next' ? 'Takes up' : 'Does not wait any more for'} what comes of your step: ${title}`]
}

const short = (title: string): string => {
  const line = title.replace(/\s+/g, ' ').trim()
  return line.length <= TITLE_CHARS ? line : `${line.slice(0, TITLE_CHARS)} …`
}
