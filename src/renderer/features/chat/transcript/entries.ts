import type { HarnessItem } from '#shared/context/harness-item.ts'
import { ITEM_FIELDS, itemSentences } from '#shared/context/item-fields.ts'
import type { InflightMessage } from '#shared/events/delivery.ts'
import type { DurableEvent, DurableEventOf } from '#shared/events/event.ts'
import type { EventId, RunId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { englishOf, SENTENCES, type Sentence } from '#shared/sentences.ts'
import type { Ahead } from '#shared/session/fork.ts'
import type { Part } from '#shared/session/message.ts'
import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import { unansweredAt } from '#shared/session/queue/unanswered.ts'
import { unsentIn } from '#shared/session/queue/unsent.ts'
import type { Writer } from '#shared/session/writer.ts'
import { taskIn, writerOf } from '#shared/session/written-by.ts'
import { problemsIn } from '#shared/workflow/correction.ts'
import type { LiveState } from '../../../store/session-live.ts'
import type { Entry, ToolEntry } from './entry.ts'

type Runs = Readonly<Record<RunId, RunRecord>>

/** The transcript of what is stored. `session` says whose it is, where that matters. */
export function storedEntries(
  path: readonly DurableEvent[],
  runs: Runs,
  session: Parameters<typeof taskIn>[1] = null,
): readonly Entry[] {
  const gathered: Entry[] = []
  const task = taskIn(path, session)
  const open = new Map<string, { group: number; call: number }>()
  const endings = endingsAt(path, runs)
  let before: EventId | null = null
  for (const event of path) {
    // Each event names the one before it, unless an agent of another kind begins there; main passes over what it cannot read.
    const isGap = before !== null && event.parentId !== null && event.parentId !== before
    if (isGap) gathered.push({ kind: 'lost', key: `${event.id}.lost` })
    before = event.id
    if (event.kind === 'message') addMessage(gathered, open, event, { runs, task })
    if (event.kind === 'harness.item') addItem(gathered, event)
    if (event.kind === 'compact') gathered.push({ kind: 'compact', key: event.id, event })
    const run = endings.get(event.id)
    if (run !== undefined && !isTold(run, event.id, gathered.at(-1))) {
      gathered.push({ kind: 'ended', key: `${run.runId}.ended`, run, goesOn: null })
    }
  }
  return withWayOn(gathered, path, runs)
}

/**
 * Whether the transcript already shows the end of a run: an interrupted answer, or the reason of an unsent
 * message.
 */
function isTold({ status }: RunRecord, at: EventId, last: Entry | undefined): boolean {
  if (last?.kind === 'note') return last.key === at && last.about !== null
  return status === 'cancelled' && last?.key === `${at}.cut`
}

/** Leads on from a place the person has gone back to, while nothing else was said there. */
export function aheadEntries(path: readonly DurableEvent[], ahead: Ahead | null): readonly Entry[] {
  if (ahead === null || ahead.from !== (path.at(-1)?.id ?? null)) return []
  return [{ kind: 'ahead', key: 'ahead', ahead }]
}

/** Adds the unanswered marker at the end, unless a run is active. */
function withWayOn(entries: readonly Entry[], path: readonly DurableEvent[], runs: Runs): readonly Entry[] {
  const isBusy = Object.values(runs).some((run) => !isTerminal(run.status))
  const open = isBusy ? null : unansweredAt(path, runs)
  if (open === null) return entries
  const goesOn = open.event.sessionId
  // That agents ended meanwhile stands below the reason why the chat did, and answers nothing.
  const at = entries.findLastIndex(({ kind }) => kind !== 'agentEnded')
  const last = entries[at]
  if (last?.kind === 'ended' || last?.kind === 'cut') return entries.with(at, { ...last, goesOn })
  return [...entries, { kind: 'open', key: 'open', goesOn }]
}

/** The transcript of an answer that is still being streamed. */
export function streamedEntries(message: InflightMessage): readonly Entry[] {
  if (message.summary === true) return summing(message)
  const spoken = message.parts.filter(isSpoken)
  const calls = message.parts.flatMap((part) =>
    part.t === 'tool_call' ? [calledOf(message.eventId, null, part, true)] : [],
  )
  const say: Entry = {
    kind: 'say',
    key: message.eventId,
    parts: spoken,
    streaming: true,
    answer: null,
    leads: null,
  }
  const tools: Entry = { kind: 'tools', key: `${message.eventId}.tools`, calls, leads: [] }
  return [...(spoken.length > 0 ? [say] : []), ...(calls.length > 0 ? [tools] : [])]
}

/** Whether a run has produced nothing to read yet: a streamed message may be open and still empty. */
export function isQuiet({ inflight, tools }: Pick<LiveState, 'inflight' | 'tools'>): boolean {
  return tools.length === 0 && inflight.every((message) => streamedEntries(message).length === 0)
}

function summing({ eventId, parts }: InflightMessage): readonly Entry[] {
  const text = parts.map((part) => (part.t === 'text' ? part.text : '')).join('')
  return text.trim() === '' ? [] : [{ kind: 'summing', key: eventId, text }]
}

type OpenCalls = Map<string, { group: number; call: number }>

type Known = { readonly runs: Runs; readonly task: EventId | null }

function addMessage(
  entries: Entry[],
  open: OpenCalls,
  event: DurableEventOf<'message'>,
  { runs, task }: Known,
): void {
  const { message } = event.payload
  if (message.role === 'user') {
    const problems = problemsIn(textOf(message))
    if (problems !== null) {
      entries.push({ kind: 'misfit', key: event.id, problems })
      return
    }
    const by = writerOf(event, task)
    const added = event.payload.queueItemId === undefined ? {} : { isAdded: true as const }
    entries.push({ kind: 'you', key: event.id, eventId: event.id, message, at: event.ts, by, ...added })
    return
  }
  if (message.role === 'tool') {
    addAnswer(entries, open, event)
    return
  }
  const spoken = message.parts.filter(isSpoken)
  const isAnswer = toolCallsOf(message).length === 0
  const ends = isAnswer ? { answer: event.id, leads: null } : { answer: null, leads: event.id }
  if (spoken.length > 0)
    entries.push({ kind: 'say', key: event.id, parts: spoken, streaming: false, ...ends })
  for (const part of message.parts) {
    const leads = spoken.length > 0 ? null : event.id
    if (part.t === 'tool_call')
      addCall(entries, open, calledOf(event.id, event.runId ?? null, part, false), leads)
  }
  // A run that failed says so at its end, with the reason.
  const failed = event.runId !== undefined && runs[event.runId]?.status === 'failed'
  // Truncated calls are answered, and the run continues.
  const isCut = message.stop === 'length' && toolCallsOf(message).length === 0
  if (isCut || (message.stop === 'cancelled' && !failed)) {
    entries.push({ kind: 'cut', key: `${event.id}.cut`, why: isCut ? 'length' : 'cancelled', goesOn: null })
  }
}

/** Consecutive calls share one frame. */
function addCall(entries: Entry[], open: OpenCalls, call: ToolEntry, from: EventId | null): void {
  const last = entries.at(-1)
  const group = last?.kind === 'tools' ? entries.length - 1 : entries.length
  const calls = last?.kind === 'tools' ? last.calls : []
  const key = last?.kind === 'tools' ? last.key : `${call.key.split(' ')[0]}.tools`
  const before = last?.kind === 'tools' ? last.leads : []
  const leads = from === null || before.includes(from) ? before : [...before, from]
  entries[group] = { kind: 'tools', key, calls: [...calls, call], leads }
  open.set(openKey(call.runId, call.callId), { group, call: calls.length })
}

function addAnswer(entries: Entry[], open: OpenCalls, event: DurableEventOf<'message'>): void {
  const { message } = event.payload
  const outcome = message.tool ?? null
  const callId = outcome?.callId ?? event.id
  const text = textOf(message)
  const runId = event.runId ?? null
  const place = open.get(openKey(runId, callId))
  const group = place === undefined ? undefined : entries[place.group]
  if (place === undefined || group?.kind !== 'tools') {
    const orphan = { key: event.id, callId, runId, name: outcome?.name ?? '', args: null, writing: false }
    addCall(entries, open, { ...orphan, outcome, text }, null)
    return
  }
  const calls = group.calls.map((call, index) => (index === place.call ? { ...call, outcome, text } : call))
  entries[place.group] = { ...group, calls }
}

function addItem(entries: Entry[], event: DurableEventOf<'harness.item'>): void {
  const { kind, origin, content, visibility, attrs = {} } = event.payload
  const memories = ITEM_FIELDS.memories(event.payload) ?? []
  // The next message continues an answer truncated by length, so the marker is removed.
  const last = entries.at(-1)
  if (kind === 'runtime-notice' && last?.kind === 'cut' && last.why === 'length') entries.pop()
  // The message shows the file.
  if (ITEM_FIELDS.attachedBlob(event.payload) !== null) return
  if (kind === 'steer' && origin === 'user') {
    entries.push({ kind: 'steer', key: event.id, text: content, at: event.ts, by: steeredBy(event.payload) })
  } else if (memories.length > 0) {
    const { payload } = event
    entries.push({
      kind: 'recall',
      key: event.id,
      memories,
      missed: ITEM_FIELDS.missed(payload),
      left: ITEM_FIELDS.leftOut(payload) ?? [],
    })
  } else if (kind === 'agent-switch') {
    const [name, to, mode] = [attrs['name'], attrs['to'], attrs['mode']]
    const known = mode === 'fresh' || mode === 'bridge' || mode === 'return' ? mode : 'continue'
    entries.push({ kind: 'switched', key: event.id, name: name ?? to ?? '', mode: known })
  } else if (kind === 'fork') {
    entries.push({ kind: 'forked', key: event.id })
  } else if (kind === 'child-summary' && attrs['title'] !== undefined) {
    const end = ITEM_FIELDS.agentEnd(event.payload)
    const state = attrs['status'] === 'completed' ? 'done' : (end?.state ?? 'failed')
    const report = { text: content, end, agent: attrs['id'] ?? null }
    entries.push({ kind: 'agentEnded', key: event.id, title: attrs['title'], state, report })
  } else if (kind === 'child-summary' && visibility === 'compact') {
    entries.push({ kind: 'bridged', key: event.id, text: content })
  } else if (visibility !== 'hidden') {
    const text = visibility === 'compact' ? (content.split('\n')[0] ?? '') : content
    const leads = { run: ITEM_FIELDS.workflowRun(event.payload), about: unsentIn(event) }
    const at = ITEM_FIELDS.resultAt(event.payload)
    if (leads.run !== null && at !== null) {
      const [head = ''] = text.split('\n')
      entries.push({ kind: 'result', key: event.id, head, result: text.slice(at), run: leads.run })
      return
    }
    const said = itemSentences(event.payload)
    // The board stands as the newest says; a line for each that came to rest would fill the chat.
    if (isIdleNews(said) && last?.kind === 'note' && isFoldable(last.said, said)) entries.pop()
    entries.push({ kind: 'note', key: event.id, name: kind, text: inWords(said) ?? text, said, ...leads })
  }
}

function calledOf(
  eventId: string,
  runId: RunId | null,
  part: Extract<Part, { t: 'tool_call' }>,
  writing: boolean,
): ToolEntry {
  const { callId, name, args, written } = part
  return {
    key: `${eventId} ${callId}`,
    callId,
    runId,
    name,
    args,
    writing,
    ...(written === undefined ? {} : { written }),
    outcome: null,
    text: '',
  }
}

/** Whether a team notice is mainly about an idle teammate. */
const isIdleNews = (said: readonly Sentence[]): boolean => said[1]?.name === 'team.idle'

/** Whether an older notice of the same kind and team is made redundant by a newer one. */
function isFoldable(older: readonly Sentence[], newer: readonly Sentence[]): boolean {
  const isOpen = older.some(({ name }) => name === 'team.unfinished')
  return isIdleNews(older) && !isOpen && older[0]?.facts['team'] === newer[0]?.facts['team']
}

/** Words that join a run are the person's unless they name another writer. */
function steeredBy(item: Pick<HarnessItem, 'kind' | 'data'>): Writer {
  const named = ITEM_FIELDS.writer(item)
  return named === 'employer' || named === 'app' ? named : 'person'
}

/** Returns the person's text of a notice. Null when this version does not know all sentences. */
function inWords(said: readonly Sentence[]): string | null {
  const isKnown = said.length > 0 && said.every(({ name }) => Object.hasOwn(SENTENCES, name))
  return isKnown ? englishOf(said) : null
}

/**
 * The newest run that ended badly at each place: by the last event of the path that belongs to it, or else where it began.
 */
function endingsAt(path: readonly DurableEvent[], runs: Runs): Map<string, RunRecord> {
  const last = new Map<string, EventId>()
  const here = new Set(path.map((event) => event.id))
  for (const event of path) if (event.runId !== undefined) last.set(event.runId, event.id)
  const endings = new Map<string, RunRecord>()
  for (const run of Object.values(runs)) {
    if (run.kind !== 'chat' || (run.status !== 'failed' && run.status !== 'cancelled')) continue
    const input = run.inputEventId !== undefined && here.has(run.inputEventId) ? run.inputEventId : undefined
    const at = last.get(run.runId) ?? input ?? (run.retryOf === undefined ? undefined : last.get(run.retryOf))
    if (at === undefined) continue
    // One that takes it up and comes to nothing either stands at the same place.
    last.set(run.runId, at)
    endings.set(at, run)
  }
  return endings
}

function isSpoken(part: Part): boolean {
  return (part.t === 'text' || part.t === 'reasoning') && part.text.trim() !== ''
}

function openKey(runId: RunId | null, callId: string): string {
  return `${runId ?? ''} ${callId}`
}
