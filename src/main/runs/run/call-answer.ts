import type { NewDurableEvent } from '#shared/events/event.ts'
import type { EventId } from '#shared/ids.ts'
import type { Message, RefusedBy, Synthetic, ToolCallPart, ToolOutcome } from '#shared/session/message.ts'
import type { ToolResult } from '../../tools/tool.ts'

/** The answer of a call that the app gives in the tool's place. */
export function syntheticAnswer(call: ToolCallPart, eventId: EventId, synthetic: Synthetic, text: string) {
  return answerOf(call, eventId, problem(text), { synthetic, durationMs: 0 })
}

/** The answer of a call that is given after its run has ended. */
export function lateAnswer(
  call: ToolCallPart,
  eventId: EventId,
  result: ToolResult,
  synthetic: Synthetic | null,
) {
  return answerOf(call, eventId, result, { ...(synthetic === null ? {} : { synthetic }), durationMs: 0 })
}

/** Whose words an answer is, where it is not the tool's. */
export type Whose = {
  readonly synthetic?: Synthetic
  readonly refusedBy?: RefusedBy
  readonly path?: NonNullable<ToolOutcome['path']>
}

/** Returns the stored event for the answer of a call. */
export function answerOf(
  call: ToolCallPart,
  eventId: EventId,
  result: ToolResult,
  { durationMs, ...whose }: Whose & { readonly durationMs: number },
): NewDurableEvent {
  const files = (result.files ?? []).map((file) => ({ t: 'file' as const, ...file }))
  const message: Message = {
    role: 'tool',
    parts: [{ t: 'text', text: result.text }, ...files],
    tool: {
      callId: call.callId,
      name: call.name,
      isError: result.isError,
      durationMs,
      ...(result.outputBlob === undefined ? {} : { outputBlob: result.outputBlob }),
      ...(result.details === undefined ? {} : { details: result.details }),
      ...whose,
    },
  }
  return { kind: 'message', id: eventId, payload: { message } }
}

/** A failed answer with words for the model. */
export const problem = (text: string): ToolResult => ({ text, isError: true })
