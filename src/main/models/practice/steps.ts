import { never } from '#shared/never.ts'
import type { Command } from './command.ts'
import type { ToolAnswer } from './conversation.ts'
import { countingText, flowingText } from './filler.ts'
import type { Words } from './words.ts'

/** A call to make for a command. `afterSuccess` calls are skipped when the one before them failed. */
export type CallStep = {
  readonly kind: 'call'
  readonly tool: string
  readonly args: unknown
  readonly command: Command
  readonly afterSuccess: boolean
}
export type Step = CallStep | { readonly kind: 'words'; readonly text: string }

/** The result of one call. `unavailable` calls are never made: the agent has no such tool. */
export type Outcome = {
  readonly step: CallStep
  readonly state: ToolAnswer['outcome'] | 'unavailable'
  readonly text: string
}

/** The state of a task: results, the next text and the next call. */
export type Progress = {
  readonly outcomes: readonly Outcome[]
  readonly say: readonly string[]
  readonly next: CallStep | null
}

/** The steps of a command, in order. */
export function stepsOf(command: Command, words: Words): Step[] {
  const call = (tool: string, args: unknown, afterSuccess = false): Step => ({
    kind: 'call',
    tool,
    args,
    command,
    afterSuccess,
  })
  switch (command.verb) {
    case 'list':
      return [call('list', { path: command.path })]
    case 'read':
      return [call('read', { path: command.path })]
    case 'search':
      return [call('grep', { pattern: literal(command.text), path: command.path })]
    case 'create':
      return [call('write', { path: command.path, content: command.content })]
    case 'replace':
      // A file must have been read before it may be edited.
      return [
        call('read', { path: command.path }),
        call('edit', { path: command.path, old_text: command.from, new_text: command.to }, true),
      ]
    case 'run':
      return [call('bash', { command: command.command })]
    case 'ask':
      return [call('ask', { prompt: command.question })]
    case 'plan':
      return [call('plan', planArgs(command))]
    case 'say':
      return [{ kind: 'words', text: command.text }]
    case 'stream':
      return [{ kind: 'words', text: flowingText(command.words, words.filler) }]
    case 'count':
      return [{ kind: 'words', text: countingText(command.to) }]
    default:
      return never(command)
  }
}

/** Matches the answers of the tools to the steps. Words that were said before the last answer are not said again. */
export function progressOf(
  steps: readonly Step[],
  answers: readonly ToolAnswer[],
  available: (tool: string) => boolean,
): Progress {
  const outcomes: Outcome[] = []
  const left = [...answers]
  let say: string[] = []
  for (const step of steps) {
    if (step.kind === 'words') {
      say.push(step.text)
      continue
    }
    if (step.afterSuccess && outcomes.at(-1)?.state !== 'done') continue
    if (!available(step.tool)) {
      outcomes.push({ step, state: 'unavailable', text: '' })
      continue
    }
    const answer = left.shift()
    if (answer === undefined) return { outcomes, say, next: step }
    outcomes.push({ step, state: answer.outcome, text: answer.text })
    say = []
  }
  return { outcomes, say, next: null }
}

function planArgs({ goal, steps }: Command & { verb: 'plan' }) {
  return {
    goal: goal.slice(0, 500),
    steps: steps.slice(0, 50).map((title) => ({ title: title.slice(0, 300), status: 'pending' })),
  }
}

/** Escapes a literal text, because the tool expects a pattern. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
