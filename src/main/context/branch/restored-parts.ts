import type { HarnessItem } from '#shared/context/harness-item.ts'
import { itemData } from '#shared/context/item-data.ts'
import type { DurableEvent, DurableEventOf } from '#shared/events/event.ts'
import { englishOf, say } from '#shared/sentences.ts'
import { snippedIn } from '#shared/session/snipped.ts'
import { outputTail } from '#shared/session/stored-output.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import { cutPath } from './cut.ts'
import { wrapInTag } from './envelope.ts'

/** The kinds in which an agent is given again what a compaction took from it. */
export const FILES_AGAIN = 'files-again'
export const PLAN_AGAIN = 'plan-again'

/** A file an agent had before it: the part it read last, or all of it. */
export type ReadFile = { readonly path: string; readonly page: { from: number; lines: number } | null }

/** The files of an agent after a compaction, those it turned to last first. */
export type FilesAfter = {
  /** Those the model still reads. */
  readonly inSight: readonly string[]
  /** Those of which only the summary is left. */
  readonly gone: readonly ReadFile[]
}

/** A file, or the part of it, as it is now. */
export type FileNow = ReadFile & { readonly text: string }

/**
 * Returns the newest compaction without a later answer or restored content; null for none. Only then is
 * content owed: a model that continued without it needs no more, or has read it again.
 */
export function unansweredCompact(path: readonly DurableEvent[]): DurableEventOf<'compact'> | null {
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const event = path[index]
    if (event?.kind === 'compact') return event
    if (event?.kind === 'message' && event.payload.message.role === 'assistant') return null
    if (event?.kind !== 'harness.item') continue
    if (event.payload.kind === FILES_AGAIN || event.payload.kind === PLAN_AGAIN) return null
  }
  return null
}

/** Whether the person snipped something after the model's last answer. */
export function hasNewSnip(path: readonly DurableEvent[]): boolean {
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const event = path[index]
    if (event?.kind === 'exchange.snipped') return true
    if (event?.kind === 'message' && event.payload.message.role === 'assistant') return false
  }
  return false
}

/**
 * Whether the agent's current steps, its proposed plan or own list, are in a snipped exchange. Once restored
 * they stay.
 */
export function stepsLeftOut(path: readonly DurableEvent[]): boolean {
  const { events: out } = snippedIn(path)
  if (out.size === 0) return false
  const told = cutPath(path).events.findLast(tellsSteps)
  return told?.kind === 'message' && out.has(told.id)
}

/** Returns the state of the files an agent read, wrote or changed on its branch. */
export function filesAfter(path: readonly DurableEvent[]): FilesAfter {
  const kept = new Set(cutPath(path).events)
  const snipped = snippedIn(path).events
  const shown = new Map<string, Shown>()
  const turnedTo = new Set<string>()
  for (const event of path.toReversed()) {
    if (snipped.has(event.id)) continue
    for (const touch of touchedBy(event)) {
      turnedTo.add(touch.path)
      // An edit shows only the surrounding lines, not the whole file.
      if (touch.isWhole && !shown.has(touch.path))
        shown.set(touch.path, { ...touch, inSight: kept.has(event) })
    }
  }
  const files = [...turnedTo].map(
    (each): Shown => shown.get(each) ?? { path: each, page: null, inSight: false },
  )
  return {
    inSight: files.flatMap(({ path: name, inSight }) => (inSight ? [name] : [])),
    gone: files.flatMap(({ path: name, page, inSight }) => (inSight ? [] : [{ path: name, page }])),
  }
}

/** The item that puts files before an agent again. */
export function filesItem(files: readonly FileNow[]): HarnessItem {
  const said = [say('compact.filesAgain', { files: files.map(({ path }) => path).join(', ') })]
  const blocks = files.map(({ path, text }) => wrapInTag('file', text, { path }))
  return {
    kind: FILES_AGAIN,
    origin: 'tool',
    // The first line is what the conversation shows.
    content: [englishOf(said), ...blocks].join('\n'),
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
    data: { files: files.map(({ path, page }) => ({ path, page })), said },
  }
}

const PLAN_TOOLS: ReadonlySet<string> = new Set(['plan', 'propose_plan'])

function tellsSteps(event: DurableEvent): boolean {
  if (event.kind === 'harness.item') return event.payload.kind === PLAN_AGAIN
  const tool = event.kind === 'message' ? event.payload.message.tool : undefined
  return tool !== undefined && !tool.isError && PLAN_TOOLS.has(tool.name)
}

type Touch = ReadFile & { readonly isWhole: boolean }
type Shown = ReadFile & { readonly inSight: boolean }

function touchedBy(event: DurableEvent): readonly Touch[] {
  if (event.kind === 'harness.item' && event.payload.kind === FILES_AGAIN) {
    const files = itemData(FILES_AGAIN, event.payload)?.files ?? []
    return files.map((file) => ({ ...file, isWhole: true }))
  }
  const tool = event.kind === 'message' ? event.payload.message.tool : undefined
  if (tool?.details === undefined || tool.isError) return []
  const touch = touchOf(tool.details)
  return touch === null ? [] : [touch]
}

function touchOf(details: ToolDetails): Touch | null {
  if (details.kind === 'edit') return { path: details.path, page: null, isWhole: false }
  if (details.kind === 'write') return { path: details.path, page: null, isWhole: true }
  // A stored output is no file and never changes.
  if (details.kind !== 'read' || outputTail(details.path) !== null) return null
  const { path, from, lines, total } = details
  return { path, page: from === 1 && lines >= total ? null : { from, lines }, isWhole: true }
}
