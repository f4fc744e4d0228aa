import type { Outcome } from './steps.ts'
import type { Words } from './words.ts'

const MOST_LINES = 40
const MOST_CHARS = 4_000

/** Formats the tool results as Markdown: one section per command. */
export function summaryOf(outcomes: readonly Outcome[], words: Words): string {
  const last = outcomes.filter((outcome, at) => outcomes[at + 1]?.step.command !== outcome.step.command)
  const sections = last.map((outcome) => section(outcome, words))
  if (last.length < 2) return sections.join('')
  const done = last.filter(({ state }) => state === 'done').length
  return `${sections.join('\n\n')}\n\n${words.total(done, last.length)}`
}

function section({ step, state, text }: Outcome, words: Words): string {
  const title = `**${words.heading(step.command)}**`
  if (state === 'denied') return `${title}\n\n${words.denied}`
  if (state === 'refused') return `${title}\n\n${words.refused}`
  if (state === 'unavailable') return `${title}\n\n${words.unavailable}`
  if (state === 'failed') return `${title}\n\n${words.failed}\n\n${block(text, words)}`
  if (step.tool === 'ask') return `${title}\n\n${words.youSaid}\n\n${quote(text)}`
  if (step.command.verb === 'plan') {
    return `${title}\n\n${step.command.steps.map((item, at) => `${at + 1}. ${item}`).join('\n')}`
  }
  return `${title}\n\n${block(text, words)}`
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** The beginning of a text between fences no text inside can close. */
function block(text: string, words: Words): string {
  if (text.trim() === '') return words.nothing
  const lines = text.trimEnd().split('\n')
  const shown = lines.slice(0, MOST_LINES).join('\n').slice(0, MOST_CHARS)
  const hidden = lines.length - shown.split('\n').length
  const longest = (shown.match(/`{3,}/g) ?? []).reduce((most, marks) => Math.max(most, marks.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${shown}\n${fence}${hidden > 0 ? `\n\n${words.more(hidden)}` : ''}`
}
