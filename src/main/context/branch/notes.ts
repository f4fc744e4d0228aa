import type { HarnessItem } from '#shared/context/harness-item.ts'
import { itemData } from '#shared/context/item-data.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { Message } from '#shared/session/message.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import {
  NOTES_SET,
  type NoteChange,
  type NoteText,
  NoteWritten,
  type SessionNote,
} from '#shared/session/notes/note.ts'
import { stillRead } from './still-read.ts'

/** Maximum characters of notes in a prompt. */
const LONGEST = 12_000

/** Notes as a model reads them: one `key: value` a line, by key. Those that are too many are named as left out. */
export function noteLines(notes: readonly NoteText[]): string {
  const lines: string[] = []
  let left = LONGEST
  for (const { key, content } of notes) {
    const line = `${key}: ${content.replace(/\s+/g, ' ').trim()}`
    left -= line.length + 1
    if (left < 0) return [...lines, `[${notes.length - lines.length} more; notes_get reads them]`].join('\n')
    lines.push(line)
  }
  return lines.join('\n')
}

/** Returns the notes recorded for a new context, as its instructions hold them. */
export function beganWith(notes: readonly SessionNote[]): { notes?: NoteText[] } {
  return notes.length === 0 ? {} : { notes: notes.map(({ key, content }) => ({ key, content })) }
}

/**
 * Returns the note changes unknown to the model. Its instructions hold the notes from the start of the
 * context. Later changes come from its branch, from compactions that carried notes, and from its own writes.
 * Anything the branch lacks is sent again, so that going back or compacting loses no note.
 */
export function untoldNotes(
  path: readonly DurableEvent[],
  began: readonly NoteText[],
  notes: readonly SessionNote[],
): readonly NoteChange[] {
  const told = toldOn(path, began)
  const changed = notes.filter(({ key, content }) => told.get(key) !== content)
  const there = new Set(notes.map(({ key }) => key))
  const gone = [...told].flatMap(([key, content]) => (content === null || there.has(key) ? [] : [key]))
  return [
    ...changed.map(({ key, content }) => ({ key, content })),
    ...gone.map((key) => ({ key, content: null })),
  ]
}

/** The item that tells a model of changed notes. */
export function notesItem(changes: readonly NoteChange[]): HarnessItem {
  const written = changes.flatMap(({ key, content }) => (content === null ? [] : [{ key, content }]))
  const gone = changes.flatMap(({ key, content }) => (content === null ? [key] : []))
  const lines = [
    ...(written.length === 0 ? [] : ['The notes of this session now say:', noteLines(written)]),
    ...(gone.length === 0 ? [] : [`These notes were taken away: ${gone.join(', ')}`]),
  ]
  return {
    kind: 'session-notes',
    origin: 'system',
    content: lines.join('\n'),
    visibility: 'hidden',
    lifetime: 'session',
    placement: 'in-place',
    data: { changes: [...changes] },
  }
}

type Told = Map<string, string | null>

function toldOn(path: readonly DurableEvent[], began: readonly NoteText[]): Told {
  const told: Told = new Map(began.map(({ key, content }) => [key, content]))
  const calls = new Map<string, NoteChange>()
  for (const event of stillRead(path)) {
    if (event.kind === 'compact') {
      for (const { key, content } of event.payload.notes ?? []) told.set(key, content)
    } else if (event.kind === 'harness.item') {
      for (const { key, content } of itemData('session-notes', event.payload)?.changes ?? [])
        told.set(key, content)
    } else if (event.kind === 'message') {
      noteWritten(event.payload.message, calls, told)
    }
  }
  return told
}

/** Counts a note the model wrote once its call was answered. */
function noteWritten(message: Message, calls: Map<string, NoteChange>, told: Told): void {
  if (message.role === 'assistant') {
    calls.clear()
    for (const { name, callId, args } of toolCallsOf(message)) {
      const parsed = name === NOTES_SET ? NoteWritten.safeParse(args) : null
      if (parsed?.success === true) calls.set(callId, parsed.data)
    }
  }
  const done = message.tool?.isError === false ? calls.get(message.tool.callId) : undefined
  if (done !== undefined) told.set(done.key, done.content)
}
