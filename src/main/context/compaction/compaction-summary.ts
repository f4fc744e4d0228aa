import type { DurableEvent } from '#shared/events/event.ts'
import type { Plan, StepStatus } from '#shared/plan/plan.ts'
import { capContent } from '../budget/cap.ts'
import type { CountText } from '../budget/count-tokens.ts'
import type { CompactionPlan } from './compaction-plan.ts'
import { isFromPerson, wordsOf } from './compaction-plan.ts'

/** Content that every summary keeps, whatever the model writes. */
export type KeptWords = {
  /** The person's messages, oldest first, in full. */
  readonly said: readonly string[]
  /** The files that were changed. */
  readonly files: readonly string[]
}

type Planned = Pick<CompactionPlan, 'asked' | 'summaryTokens'> & {
  /** The list of steps that is being followed; null or missing where there is none, or it stands in the text. */
  readonly steps?: Plan | null
  /** Content kept by rule; missing if the text already contains it. */
  readonly byRule?: KeptWords
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
const SAID = 'What the person said before, oldest first:'
const FILES = 'Files changed so far:'
/** The most of a summary the person's words may take together. */
const WORDS_SHARE = 0.4
/** The most of a summary the list of changed files may take. */
const FILES_SHARE = 0.1

/** The summary as it is stored: what the model wrote, within bounds, and the words that must not be lost. */
export function composeSummary(
  text: string,
  { asked, summaryTokens, steps = null, byRule = NOTHING_KEPT }: Planned,
  countText: CountText,
): string {
  const forWords = Math.floor(summaryTokens * WORDS_SHARE)
  const newest = asked === null ? '' : `${ASKED}\n${capped(asked, forWords, 'middle', countText)}`
  const earlier = byRule.said.filter((words) => asked === null || !asked.includes(words))
  const tails = [
    saidLines(earlier, forWords - countText(newest), countText),
    fileLines(byRule.files, Math.floor(summaryTokens * FILES_SHARE), countText),
    stepLines(steps, Math.floor(summaryTokens * STEPS_SHARE), countText),
    newest,
  ]
  const tail = tails.filter((each) => each !== '').join('\n\n')
  if (tail === '') return capped(text.trim(), summaryTokens, 'head', countText)
  const head = capped(text.trim(), summaryTokens - countText(tail) - 2, 'head', countText)
  return head === '' ? tail : `${head}\n\n${tail}`
}

const NOTHING_KEPT: KeptWords = { said: [], files: [] }

/** The person's words that fit, newest first in line for the room there is. The newest stays whole if it can. */
function saidLines(said: readonly string[], tokens: number, countText: CountText): string {
  const lines: string[] = []
  let left = tokens - countText(SAID) - 1
  for (const [back, words] of said.toReversed().entries()) {
    const whole = `- ${words.replace(/\n/g, '\n  ')}`
    const line = back === 0 ? capped(whole, left, 'middle', countText) : `- ${shortened(words)}`
    left -= countText(line) + 1
    if (line === '' || left < 0) break
    lines.unshift(line)
  }
  if (lines.length === 0) return ''
  const out = said.length - lines.length
  const note = out === 0 ? [] : [`- [${out} earlier messages left out]`]
  return [SAID, ...note, ...lines].join('\n')
}

function fileLines(files: readonly string[], tokens: number, countText: CountText): string {
  const named = list(files, tokens - countText(FILES) - 1, countText)
  return named === '' ? '' : `${FILES}\n${named}`
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

/** Returns the person's messages, one a line. */
export function saidIn(events: readonly DurableEvent[]): string[] {
  return events
    .filter(isFromPerson)
    .map((event) => shortened(wordsOf(event)))
    .filter((text) => text !== '')
}

/** Words on one line, without their middle where they are long. */
function shortened(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  return capContent(line, LONGEST_LINE, 'middle', (value) => value.length)?.replace(/\n/g, ' ') ?? ''
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
