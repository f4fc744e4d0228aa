import type { DurableEvent } from '#shared/events/event.ts'
import { firstPart } from '#shared/first-part.ts'
import type { ToolCallPair } from '#shared/ipc/calls/diagnostic-calls.ts'
import { textOf } from '#shared/session/message-words.ts'

/** Longest arguments and results, in characters. */
const LONGEST = 2_000

/** Returns the newest tool calls of a branch with their results, oldest first. */
export function toolCallPairs(path: readonly DurableEvent[], count: number): readonly ToolCallPair[] {
  const messages = path.flatMap((event) => (event.kind === 'message' ? [event.payload.message] : []))
  const results = new Map(
    messages.flatMap((message) => (message.tool === undefined ? [] : [[message.tool.callId, message]])),
  )
  return messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.t === 'tool_call' ? [part] : []))
    .slice(-count)
    .map(({ callId, name, args }) => {
      const answer = results.get(callId)
      const tool = answer?.tool
      return {
        name,
        args: shortened(JSON.stringify(args) ?? ''),
        result:
          answer === undefined || tool === undefined
            ? null
            : { text: shortened(textOf(answer)), isError: tool.isError, durationMs: tool.durationMs },
      }
    })
}

const shortened = (text: string): string => (text.length <= LONGEST ? text : `${firstPart(text, LONGEST)}…`)
