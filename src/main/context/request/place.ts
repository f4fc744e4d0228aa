import type { CallId } from '#shared/ids.ts'
import type { Message, Part } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { answeredCall, type Entry, type ItemEntry, type MessageEntry } from '../branch/entry.ts'

/** The messages with every item at its place, and the items that belong to the system prompt. */
export type Placed = { readonly entries: readonly Entry[]; readonly systemItems: readonly ItemEntry[] }

/** Puts items where they asked to be. `in-place` items depend on the path alone and so never move again. */
export function placeItems(entries: readonly Entry[]): Placed {
  const systemItems: ItemEntry[] = []
  const moved: ItemEntry[] = []
  const flow: Entry[] = []
  for (const entry of entries) {
    if (entry.from !== 'item') flow.push(entry)
    else if (entry.role === 'system') systemItems.push(entry)
    else if (entry.placement === 'in-place') flow.push(entry)
    else moved.push(entry)
  }
  return { entries: insertMoved(mergeInPlace(flow), moved), systemItems }
}

const BLANK_LINE: Part = { t: 'text', text: '\n\n' }

/**
 * An item joins the message directly before it when that is a textual tool result, or such a result that other
 * items already joined. Otherwise it is a message of its own. It never comes between a call and its results:
 * while a group is incomplete, items wait for its end.
 */
function mergeInPlace(flow: readonly Entry[]): Entry[] {
  const out: Entry[] = []
  const waiting: ItemEntry[] = []
  const open = new Set<CallId>()

  for (const entry of flow) {
    if (entry.from === 'item') {
      if (open.size > 0) waiting.push(entry)
      else placeAtEnd(out, entry)
      continue
    }
    const answered = answeredCall(entry.message)
    if (answered !== null) {
      out.push(entry)
      const closes = open.delete(answered) && open.size === 0
      if (closes) for (const item of waiting.splice(0)) placeAtEnd(out, item)
      continue
    }
    out.push(...waiting.splice(0), entry)
    open.clear()
    if (entry.message.role === 'assistant')
      for (const call of toolCallsOf(entry.message)) open.add(call.callId)
  }
  out.push(...waiting)
  return out
}

function placeAtEnd(out: Entry[], item: ItemEntry): void {
  const last = out.at(-1)
  if (last?.from !== 'message' || !isTextualResult(last.message)) out.push(item)
  else out[out.length - 1] = joined(last, item)
}

function joined(result: MessageEntry, item: ItemEntry): MessageEntry {
  const parts = [...result.message.parts, BLANK_LINE, ...item.message.parts]
  return { ...result, message: { ...result.message, parts }, merged: [...result.merged, item] }
}

function isTextualResult({ role, parts }: Message): boolean {
  return role === 'tool' && parts.length > 0 && parts.every((part) => part.t === 'text')
}

/** The other placements follow the newest message, so they change from request to request by intent. */
function insertMoved(flow: Entry[], moved: readonly ItemEntry[]): Entry[] {
  if (moved.length === 0) return flow
  const user = flow.findLastIndex((entry) => entry.from === 'message' && entry.message.role === 'user')
  const result = flow.findLastIndex((entry) => entry.from === 'message' && entry.message.role === 'tool')
  const end = flow.length
  const before = {
    'after-system': 0,
    'before-current-user': user < 0 ? end : user,
    'after-current-user': user < 0 ? end : user + 1,
    'after-last-tool-result': result < 0 ? end : result + 1,
    'in-place': end,
  }
  const inserts = moved.map((entry) => ({ entry, at: before[entry.placement] }))
  inserts.sort((left, right) => left.at - right.at)
  const out: Entry[] = []
  let next = 0
  for (let index = 0; index <= end; index++) {
    for (let insert = inserts[next]; insert?.at === index; insert = inserts[++next]) out.push(insert.entry)
    const entry = flow[index]
    if (entry !== undefined) out.push(entry)
  }
  return out
}
