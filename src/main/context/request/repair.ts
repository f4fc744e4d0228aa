import type { CallId } from '#shared/ids.ts'
import type { Message, ToolCallPart } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import {
  answeredCall,
  type Entry,
  type MadeEntry,
  type MessageEntry,
  type Staged,
  type Verdict,
} from '../branch/entry.ts'
import { applyReplayRule, type ReplayRule } from './reasoning.ts'

/**
 * Makes the list one that every provider accepts: each call has exactly one result, right after the message
 * that made it and in the order of the calls; there are no results without a call and no messages without
 * content. A log written by this app needs none of it; imported and damaged ones do.
 */
export function repairMessages(entries: readonly Entry[], replay: ReplayRule): Staged<Entry> {
  const verdicts: Verdict[] = []
  const drop = (entry: Entry, rule: string) => {
    if (entry.eventId !== null) verdicts.push({ eventId: entry.eventId, outcome: 'dropped', rule })
  }
  const cleaned: Entry[] = []
  for (const entry of entries) {
    const next = entry.from === 'message' ? cleanMessage(entry, replay) : entry
    if (next.from === 'message' && isEmpty(next.message)) drop(next, 'repair:empty')
    else cleaned.push(next)
  }
  return { entries: pairResults(cleaned, drop), verdicts }
}

function cleanMessage(entry: MessageEntry, replay: ReplayRule): MessageEntry {
  const message = withoutRepeatedCalls(applyReplayRule(entry.message, replay))
  return message === entry.message ? entry : { ...entry, message }
}

/** Two calls with one id cannot both be answered; the later one goes. */
function withoutRepeatedCalls(message: Message): Message {
  const seen = new Set<CallId>()
  const parts = message.parts.filter((part) => {
    if (part.t !== 'tool_call') return true
    const repeated = seen.has(part.callId)
    seen.add(part.callId)
    return !repeated
  })
  return parts.length === message.parts.length ? message : { ...message, parts }
}

function isEmpty({ role, parts, tool }: Message): boolean {
  if (role === 'tool') return tool === undefined
  const says = parts.some(
    (part) => part.t === 'tool_call' || part.t === 'file' || (part.t === 'text' && part.text.trim() !== ''),
  )
  return !says
}

/** Call ids are only unique within a run, so a result belongs to the nearest message before it that calls. */
function pairResults(entries: readonly Entry[], drop: (entry: Entry, rule: string) => void): Entry[] {
  const out: Entry[] = []
  let group: Group | null = null

  for (const entry of entries) {
    const callId = entry.from === 'message' ? answeredCall(entry.message) : null
    if (entry.from === 'message' && callId !== null) {
      const problem = group === null ? 'repair:orphan-result' : take(group, callId, entry)
      if (problem === null) continue
      drop(entry, problem)
      // Items that had joined the result are words of their own and stay.
      const rest = group?.after ?? out
      rest.push(...entry.merged)
    } else if (entry.message.role === 'assistant') {
      if (group !== null) closeGroup(group, out)
      out.push(entry)
      group = openGroup(entry.message)
    } else if (group === null) {
      out.push(entry)
    } else {
      group.after.push(entry)
    }
  }
  if (group !== null) closeGroup(group, out)
  return out
}

function openGroup(message: Message): Group | null {
  const calls = toolCallsOf(message)
  return calls.length === 0 ? null : { calls, results: new Map(), after: [] }
}

function closeGroup(group: Group, out: Entry[]): void {
  for (const call of group.calls) out.push(group.results.get(call.callId) ?? missingResult(call))
  for (const entry of group.after) out.push(entry)
}

/** An assistant message's calls while their results are being found, and what came in between. */
type Group = {
  readonly calls: readonly ToolCallPart[]
  readonly results: Map<CallId, MessageEntry>
  readonly after: Entry[]
}

function take(group: Group, callId: CallId, entry: MessageEntry): string | null {
  if (!group.calls.some((call) => call.callId === callId)) return 'repair:orphan-result'
  if (group.results.has(callId)) return 'repair:second-result'
  group.results.set(callId, entry)
  return null
}

const NO_RESULT =
  'This call was interrupted and no result was recorded. Whether it had an effect is not known.'

function missingResult(call: ToolCallPart): MadeEntry {
  return {
    from: 'made',
    eventId: null,
    message: {
      role: 'tool',
      parts: [{ t: 'text', text: NO_RESULT }],
      tool: {
        callId: call.callId,
        name: call.name,
        isError: true,
        durationMs: 0,
        synthetic: 'interrupted',
      },
    },
  }
}
