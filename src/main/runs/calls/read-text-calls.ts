import type { EventId } from '#shared/ids.ts'
import type { ToolCallPart } from '#shared/session/message.ts'
import type { ToolCallDeps } from './calling.ts'
import { callParts } from './read-calls.ts'
import type { WrittenText } from './text-calls.ts'

/**
 * The calls that were written as text in an answer, as they are carried out. Null where one of them names no offered
 * tool, or where its tool does not take the arguments. `eventId` is where the answer will be stored.
 */
export function readTextCalls(
  toolCalls: Pick<ToolCallDeps, 'offered' | 'deferred'>,
  calls: readonly WrittenText[],
  eventId: EventId,
): ToolCallPart[] | null {
  const [offered, deferred] = [toolCalls.offered(), toolCalls.deferred()]
  const used = new Set<string>()
  const parts = calls.flatMap(({ name, text }, at) => {
    const callId = `${eventId}_${at + 1}`
    used.add(callId)
    const written = { name, args: text, asText: true as const }
    const part = { t: 'tool_call' as const, callId, name, args: text, written }
    return callParts({ part, text, used }, { offered, deferred, lengthLimit: null })
  })
  const toolOf = (name: string) => [...offered, ...deferred].find((tool) => tool.name === name)
  const opens = ({ name, args, written }: ToolCallPart): boolean =>
    written?.problem === undefined && toolOf(name)?.open(args).ok === true
  return parts.every(opens) ? parts : null
}
