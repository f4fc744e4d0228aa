import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { CallId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Message, ToolCallPart } from '#shared/session/message.ts'
import type { ToolCallDeps } from '../calls/calling.ts'
import {
  callKey,
  callsToTell,
  isFollowing,
  isTooOften,
  MOST_REPEATED,
  roundOf,
  roundsMade,
  sinceChange,
  timesMade,
} from '../calls/repetition.ts'
import { repeatedCalls } from '../run/notices.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { RequestDeps } from './request-answer.ts'

export type RepetitionDeps = Pick<RequestDeps, 'model'> & {
  readonly toolCalls: Pick<ToolCallDeps, 'tools'>
  readonly pathOf: (run: RunHandle) => readonly DurableEvent[]
}

/** The calls of an answer that are not carried out again, and the reason to end the run where none is left. */
export type Repeats = { readonly refused: ReadonlySet<CallId>; readonly problem: AppError | null }

/** Watches a run for calls that are made again with the same answer: one by one, side by side, or taking turns. */
export function createRepetitionWatch({ model, toolCalls, pathOf }: RepetitionDeps) {
  const accessOf = (name: string) => toolCalls.tools.find((tool) => tool.name === name)?.access
  const madeBefore = (run: RunHandle) => roundsMade(pathOf(run), run.runId, accessOf)

  const problemOf = (run: RunHandle, { name }: ToolCallPart): AppError => {
    const facts = { model: model.info.label, tool: name, count: String(MOST_REPEATED) }
    const isChat = run.record().kind === 'chat'
    return AppError.saying('limit.exceeded', say(isChat ? 'run.repeats' : 'run.agentRepeats', facts))
  }

  return {
    /** Finds the calls of a new answer that were made too often before. */
    look: (run: RunHandle, calls: readonly ToolCallPart[]): Repeats => {
      const times = new Map(timesMade(madeBefore(run)))
      const isRepeated = (call: ToolCallPart): boolean => {
        if (isFollowing(call)) return false
        const key = callKey(call)
        if (isTooOften(times, key)) return true
        times.set(key, (times.get(key) ?? 0) + 1)
        return false
      }
      const repeated = calls.filter(isRepeated)
      const [first] = repeated
      return {
        refused: new Set(repeated.map(({ callId }) => callId)),
        problem: first === undefined || repeated.length < calls.length ? null : problemOf(run, first),
      }
    },
    /** Starts to watch the calls of an answer before they act. The function gives the notices once they have. */
    begin: (run: RunHandle) => {
      const before = madeBefore(run)
      return (calls: readonly ToolCallPart[], last: readonly NewDurableEvent[]): NewDurableEvent[] => {
        const answers = new Map<CallId, Message>()
        for (const event of [...newestAnswers(pathOf(run)), ...last]) {
          if (event.kind !== 'message') continue
          const { message } = event.payload
          if (message.tool !== undefined) answers.set(message.tool.callId, message)
        }
        const round = roundOf(calls, answers, accessOf)
        if (round === null) return []
        const since = sinceChange(round)
        const told = callsToTell(since === round ? [...before, round] : [since])
        return told.length === 0 ? [] : [repeatedCalls(told)]
      }
    },
  }
}

/** The results at the end of a branch: those of the answer in hand, where some are stored already. */
function newestAnswers(path: readonly DurableEvent[]): readonly DurableEvent[] {
  const answer = path.findLastIndex(
    (event) => event.kind === 'message' && event.payload.message.role === 'assistant',
  )
  return path.slice(answer + 1)
}
