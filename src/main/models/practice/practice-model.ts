import type { StopReason } from '#shared/session/message.ts'
import type { Clock } from '../../lib/clock.ts'
import { throwIfStopped } from '../http/stopped.ts'
import type { Model, ModelChunk, ModelRequest } from '../model.ts'
import { readTask, type Task } from './conversation.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { fillAnswer } from './fill-answer.ts'
import { argumentPieces, wordPieces } from './pieces.ts'
import { progressOf, stepsOf } from './steps.ts'
import { summaryOf } from './summary.ts'
import { wordsFor } from './words.ts'

export type PracticeDeps = {
  readonly clock: Clock
  /** The pause between two pieces, so that an answer is seen to arrive. */
  readonly pauseMs: number
}

/** The Practice model's decision for one turn. */
export type PracticeTurn = {
  readonly text: string
  readonly call: { readonly tool: string; readonly args: unknown } | null
}

/**
 * A model without AI: it carries out the commands of the last request with the real tools, one call a turn, and
 * then says what they said. The same conversation always gets the same answer.
 */
export function createPracticeModel(deps: PracticeDeps): Model {
  return { stream: (request, signal) => stream(deps, request, signal) }
}

/** The next turn of a conversation. */
export function practiceTurn(request: ModelRequest, task: Task): PracticeTurn {
  const words = wordsFor(task.request)
  const forced = request.forcedTool
  const answers = task.answers.filter(({ tool }) => tool !== forced)
  const available = (tool: string) => request.tools.some(({ name }) => name === tool)
  const steps = task.commands.flatMap((command) => stepsOf(command, words))
  const progress = progressOf(steps, answers, available)
  const said = progress.say.join('\n\n')
  if (progress.next !== null) {
    const { command, tool, args } = progress.next
    return { text: joined(said, words.before(command, tool)), call: { tool, args } }
  }
  if (forced !== undefined) {
    if (answers.length < task.answers.length) return { text: words.answered, call: null }
    const schema = request.tools.find(({ name }) => name === forced)?.schema
    const source = answers.at(-1)?.text ?? joined(said, task.commands.length === 0 ? task.request : '')
    return { text: '', call: { tool: forced, args: fillAnswer(schema, source) } }
  }
  if (task.commands.length === 0) return { text: words.help, call: null }
  return { text: joined(said, summaryOf(progress.outcomes, words)), call: null }
}

async function* stream(
  deps: PracticeDeps,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelChunk> {
  throwIfStopped(signal)
  const task = readTask(request.messages)
  const { text, call } = practiceTurn(request, task)
  const callText = call === null ? '' : JSON.stringify(call.args)
  for (const piece of wordPieces(text)) {
    yield { t: 'text', block: 0, text: piece }
    await pause(deps, signal)
  }
  if (call !== null) {
    const callId = `practice_${task.callsBefore + 1}`
    yield { t: 'tool_args', callId, name: call.tool, text: '' }
    for (const piece of argumentPieces(callText)) {
      yield { t: 'tool_args', callId, text: piece }
      await pause(deps, signal)
    }
  }
  const stop: StopReason = call === null ? 'stop' : 'tool_calls'
  const usage = { input: inputTokens(request), output: estimateTokens(text) + estimateTokens(callText) }
  yield { t: 'end', stop, usage }
}

async function pause({ clock, pauseMs }: PracticeDeps, signal: AbortSignal): Promise<void> {
  throwIfStopped(signal)
  if (pauseMs === 0) return
  try {
    await clock.after(pauseMs, signal)
  } catch (error) {
    throwIfStopped(signal)
    throw error
  }
}

function inputTokens({ system, messages, tools }: ModelRequest): number {
  let tokens = estimateTokens(system)
  for (const tool of tools) tokens += estimateTokens(JSON.stringify(tool))
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.t === 'text') tokens += estimateTokens(part.text)
      if (part.t === 'tool_call') tokens += estimateTokens(JSON.stringify(part.args ?? null))
    }
  }
  return tokens
}

function joined(first: string, second: string): string {
  return [first, second].filter((text) => text !== '').join('\n\n')
}
