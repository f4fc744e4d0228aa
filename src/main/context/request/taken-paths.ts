import type { Message, Part, ToolCallPart } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import type { Entry } from '../branch/entry.ts'

type Path = NonNullable<NonNullable<Message['tool']>['path']>

/**
 * Shows each call with the path that was used where its own led nowhere. A model reads the call in this form from its
 * first request on, so that it learns the path, and the prefix of requests stays the same.
 */
export function withTakenPaths(entries: readonly Entry[]): readonly Entry[] {
  const paths = new Map<ToolCallPart, Path>()
  let calls: readonly ToolCallPart[] = []
  for (const { message } of entries) {
    if (message.role === 'assistant') calls = toolCallsOf(message)
    const { tool } = message
    const call = tool?.path === undefined ? undefined : calls.find(({ callId }) => callId === tool.callId)
    if (call !== undefined && tool?.path !== undefined) paths.set(call, tool.path)
  }
  if (paths.size === 0) return entries
  return entries.map((entry) => {
    if (entry.from !== 'message' || !entry.message.parts.some((part) => isIn(paths, part))) return entry
    const parts = entry.message.parts.map((part) => taken(part, paths))
    return { ...entry, message: { ...entry.message, parts } }
  })
}

type Paths = ReadonlyMap<Part, Path>

const isIn = (paths: Paths, part: Part): boolean => paths.has(part)

function taken(part: Part, paths: Paths): Part {
  const path = paths.get(part)
  if (part.t !== 'tool_call' || path === undefined || typeof part.args !== 'object') return part
  // Says that the call is not as the model wrote it: a signature of the provider no longer belongs to it.
  const written = part.written ?? { name: part.name, args: JSON.stringify(part.args) }
  return { ...part, written, args: { ...part.args, path: path.taken } }
}
