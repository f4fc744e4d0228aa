import type { DurableEvent } from '#shared/events/event.ts'
import type { Plan, StepStatus } from '#shared/plan/plan.ts'
import { capContent } from './cap.ts'
import type { CompactionPlan } from './compaction-plan.ts'
import { isFromPerson, wordsOf } from './compaction-plan.ts'
import type { CountText } from './count-tokens.ts'

type Planned = Pick<CompactionPlan, 'asked' | 'summaryTokens'> & {
  /** The list of steps that is being followed; null or missing where there is none, or it stands in the text. */
  readonly steps?: Plan | null
}

const STEPS = 'The list of steps as it stands:'
/** The most of a summary the list of steps may take. */
const STEPS_SHARE = 0.2
const BOXES: Readonly<Record<StepStatus, string>> = {
  pending: '[ ]',
  running: '[>]',
  completed: '[x]',
  failed: '[!]',
  skipped: '[-]',
}

const ASKED = 'What the person asked for last, in their own words:'
/** The most of a summary the person's words may take when they are handed on. */
const ASKED_SHARE = 0.6

/** The summary as it is stored: what the model wrote, within bounds, and the words that must not be lost. */
export function composeSummary(
  text: string,
  { asked, summaryTokens, steps = null }: Planned,
  countText: CountText,
): string {
  const tails = [stepLines(steps, Math.floor(summaryTokens * STEPS_SHARE), countText)]
  if (asked !== null) {
    const words = capped(asked, Math.floor(summaryTokens * ASKED_SHARE), 'middle', countText)
    tails.push(`${ASKED}\n${words}`)
  }
  const tail = tails.filter((each) => each !== '').join('\n\n')
  if (tail === '') return capped(text.trim(), summaryTokens, 'head', countText)
  const head = capped(text.trim(), summaryTokens - countText(tail) - 2, 'head', countText)
  return head === '' ? tail : `${head}\n\n${tail}`
}

/** The steps of a plan with their states, one a line. */
export function stepBoxes({ steps }: Pick<Plan, 'steps'>): string {
  return steps.map(({ title, status }) => `${BOXES[status]} ${title.replace(/\s+/g, ' ').trim()}`).join('\n')
}

function stepLines(plan: Plan | null, tokens: number, countText: CountText): string {
  if (plan === null) return ''
  const room = tokens - countText(STEPS) - 2
  const list = room <= 0 ? '' : capped(stepBoxes(plan), room, 'middle', countText)
  return list === '' ? '' : `${STEPS}\n${list}`
}

/**
 * A summary made without a model: the person's words, newest first in line for the room there is, the files that
 * were changed and the open steps of the plan. The same log makes the same digest.
 */
export function digestOf(
  { older, earlier, summaryTokens }: Pick<CompactionPlan, 'older' | 'earlier' | 'summaryTokens'>,
  plans: readonly Plan[],
  countText: CountText,
): string {
  const room = Math.max(0, summaryTokens - 60)
  const sections = [
    { title: 'Earlier summary', text: capped(earlier ?? '', Math.floor(room * 0.4), 'head', countText) },
    { title: 'Files changed', text: list(filesIn(older), Math.floor(room * 0.15), countText) },
    { title: 'Open steps of the plan', text: list(openSteps(plans), Math.floor(room * 0.1), countText) },
    { title: 'What the person said', text: list(saidIn(older), Math.floor(room * 0.35), countText) },
  ]
  return sections
    .filter(({ text }) => text !== '')
    .map(({ title, text }) => `${title}:\n${text}`)
    .join('\n\n')
}

/** The files agents wrote or changed. */
export function filesIn(events: readonly DurableEvent[]): string[] {
  const files = new Set<string>()
  for (const event of events) {
    if (event.kind !== 'message') continue
    const details = event.payload.message.tool?.details
    if (details?.kind === 'write' || details?.kind === 'edit') files.add(details.path)
  }
  return [...files]
}

function openSteps(plans: readonly Plan[]): string[] {
  const open = (status: string) => status === 'pending' || status === 'running'
  return plans.flatMap(({ steps }) =>
    steps.filter(({ status }) => open(status)).map(({ title }) => title.replace(/\s+/g, ' ').trim()),
  )
}

const LONGEST_LINE = 600

/** What the person said, a line each. */
export function saidIn(events: readonly DurableEvent[]): string[] {
  return events
    .filter(isFromPerson)
    .map((event) => wordsOf(event).replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .map(
      (text) => capContent(text, LONGEST_LINE, 'middle', (value) => value.length)?.replace(/\n/g, ' ') ?? '',
    )
}

/** The newest lines that fit, in their order. */
function list(lines: readonly string[], tokens: number, countText: CountText): string {
  const kept: string[] = []
  let left = tokens
  for (const line of lines.toReversed()) {
    const entry = `- ${line}`
    left -= countText(entry) + 1
    if (left < 0) break
    kept.unshift(entry)
  }
  return kept.join('\n')
}

function capped(text: string, tokens: number, strategy: 'head' | 'middle', countText: CountText): string {
  return capContent(text, Math.max(0, tokens), strategy, countText) ?? ''
}
