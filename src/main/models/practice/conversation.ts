import type { Message, ToolOutcome } from '#shared/session/message.ts'
import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import type { Command } from './command.ts'
import { parseCommands } from './parse-commands.ts'

/** The answer of a tool to one call. */
export type ToolAnswer = {
  readonly tool: string
  readonly text: string
  /** `refused`: not by the person, who was not asked. */
  readonly outcome: 'done' | 'failed' | 'denied' | 'refused'
}

/** The part of a conversation the Practice model works on: the last request, and what was done for it. */
export type Task = {
  readonly request: string
  readonly commands: readonly Command[]
  readonly answers: readonly ToolAnswer[]
  /** Number of calls in the whole conversation, so that the next one gets a unique id. */
  readonly callsBefore: number
}

/** Reads the task from a conversation. It keeps nothing between two requests: all it knows is written there. */
export function readTask(messages: readonly Message[]): Task {
  const at = requestAt(messages)
  const request = at === -1 ? '' : wordsOf(messages[at])
  const after = messages.slice(at + 1)
  return {
    request,
    commands: [...parseCommands(request), ...after.flatMap(steeredCommands)],
    answers: after.flatMap(answerOf),
    callsBefore: messages.reduce((count, message) => count + toolCallsOf(message).length, 0),
  }
}

/**
 * Returns the last request of the person. A message without commands sent while tools ran does not replace
 * the earlier request.
 */
function requestAt(messages: readonly Message[]): number {
  let fallback = -1
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at]
    if (message?.role !== 'user' || isNote(message)) continue
    if (parseCommands(wordsOf(message)).length > 0) return at
    if (fallback === -1) fallback = at
    if (messages[at - 1]?.role !== 'tool') return fallback
  }
  return fallback
}

/** Whether a message is side information of the app in tags, and no request. */
function isNote(message: Message): boolean {
  return withoutNotes(textOf(message)) === '' && message.parts.some((part) => part.t === 'text')
}

/** The tags of side information. */
const NOTES = ['system-reminder', 'attachment', 'session-context', 'agent-result'] as const
const NOTE_START = new RegExp(`<(${NOTES.join('|')})\\b`, 'g')
const STEER = /^\s*The user sent this[^\n]*\n/

type Note = { readonly tag: string; readonly from: number; readonly to: number; readonly inside: string }

/** The side information in a text, in time that grows with its length alone. */
function notesIn(text: string): Note[] {
  const notes: Note[] = []
  /** Tags that are never closed behind this place. */
  const open = new Set<string>()
  let at = 0
  for (const { 0: start, 1: tag = '', index } of text.matchAll(NOTE_START)) {
    if (index < at || open.has(tag) || open.has('>')) continue
    const from = text.indexOf('>', index + start.length)
    const to = from < 0 ? -1 : text.indexOf(`</${tag}>`, from)
    if (to < 0) {
      open.add(from < 0 ? '>' : tag)
      continue
    }
    at = to + tag.length + 3
    notes.push({ tag, from: index, to: at, inside: text.slice(from + 1, to) })
  }
  return notes
}

function cutNotes(text: string): string {
  let left = ''
  let at = 0
  for (const { from, to } of notesIn(text)) {
    left += text.slice(at, from)
    at = to
  }
  return left + text.slice(at)
}

function withoutNotes(text: string): string {
  return cutNotes(text).trim()
}

function wordsOf(message: Message | undefined): string {
  return message === undefined ? '' : withoutNotes(textOf(message))
}

/** Returns the commands that the person sent during the task; they are appended. */
function steeredCommands(message: Message): Command[] {
  return notesIn(textOf(message))
    .filter(({ tag, inside }) => tag === 'system-reminder' && STEER.test(inside))
    .flatMap(({ inside }) => parseCommands(inside.replace(STEER, '')))
}

function answerOf(message: Message): ToolAnswer[] {
  const { tool } = message
  if (message.role !== 'tool' || tool === undefined) return []
  // Leading blanks of tool output may matter, such as those before a line number.
  return [{ tool: tool.name, text: cutNotes(textOf(message)).trimEnd(), outcome: outcomeOf(tool) }]
}

function outcomeOf({ synthetic, refusedBy = 'person', isError }: ToolOutcome): ToolAnswer['outcome'] {
  if (synthetic === 'denied') return refusedBy === 'person' ? 'denied' : 'refused'
  return isError || synthetic !== undefined ? 'failed' : 'done'
}
