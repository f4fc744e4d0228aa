import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import { say } from '#shared/sentences.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import type { AskDeps } from './ask-model.ts'
import type { ToolCallDeps } from './calling.ts'
import { REPEATED_CALL } from './notices.ts'
import { callKey, callsMade, isToldOf, isTooOften, type Made, MOST_REPEATED, madeOf } from './repetition.ts'
import type { RunHandle } from './run-handle.ts'

export type RepetitionDeps = Pick<AskDeps, 'model'> & {
  readonly toolCalls: Pick<ToolCallDeps, 'tools'>
  readonly pathOf: (run: RunHandle) => readonly DurableEvent[]
}

/** Watches a run for calls that are made again and again with the same answer, also where up to three take turns. */
export function createRepetitionWatch({ model, toolCalls, pathOf }: RepetitionDeps) {
  const changes = (name: string) => toolCalls.tools.find((tool) => tool.name === name)?.access === 'edit'
  const madeBefore = (run: RunHandle) => callsMade(pathOf(run), run.runId, changes)

  return {
    /** Why a run ends before these calls: the first was made so often with the same answer. Null where it goes on. */
    problem: (run: RunHandle, calls: readonly ToolCallPart[]): AppError | null => {
      const [first] = calls
      if (first === undefined || !isTooOften(madeBefore(run), callKey(first))) return null
      const facts = { model: model.info.label, tool: first.name, count: String(MOST_REPEATED) }
      const isChat = run.record().kind === 'chat'
      return AppError.saying('limit.exceeded', say(isChat ? 'run.repeats' : 'run.agentRepeats', facts))
    },
    /** What the model is told after these calls, some answers of which may not be stored yet. */
    after: (
      run: RunHandle,
      calls: readonly ToolCallPart[],
      answers: readonly NewDurableEvent[],
    ): NewDurableEvent[] => {
      const fresh: Made[] = []
      for (const answer of answers) {
        if (answer.kind !== 'message') continue
        const { message } = answer.payload
        const call = calls.find(({ callId }) => callId === message.tool?.callId)
        if (call !== undefined) fresh.push(madeOf(call, message, changes))
      }
      const made = [...madeBefore(run), ...fresh]
      return isToldOf(made.slice(made.findLastIndex((each) => each.changes) + 1)) ? [REPEATED_CALL] : []
    },
  }
}
