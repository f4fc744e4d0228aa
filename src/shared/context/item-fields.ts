import type { AgentEnd } from '../agent/agent-end.ts'
import type { EventId, WorkflowRunId } from '../ids.ts'
import type { MissedMeaning } from '../memory/embedding.ts'
import type { RecalledMemory } from '../memory/recall.ts'
import { isSentence, type Sentence } from '../sentences.ts'
import type { HarnessItem } from './harness-item.ts'
import type { ItemData, ItemDataKind } from './item-data.ts'

type StoredItem = Pick<HarnessItem, 'kind' | 'data'>
type Guard<T> = (value: unknown) => value is T
/** The named fields of data; loose objects also have an index signature. */
type FieldName<T> = keyof { readonly [F in keyof T as string extends F ? never : F]: T[F] }

/**
 * One reader for each field of item data that the transcript draws. Kinds and fields are those of `item-data.ts`, whose
 * schemas the first page of a window does not load. Each returns null for another kind and for a value that does not fit.
 */
export const ITEM_FIELDS = {
  attachedBlob: field('attachment', 'blobId', isText),
  agentEnd: field('child-summary', 'end', isAgentEnd),
  memories: field('memory-recall', 'memories', isList<RecalledMemory>),
  /** Why a recall matched words only. */
  missed: field('memory-recall', 'missed', isText<MissedMeaning>),
  /** The keys of what fitted a recall as well and was too long. */
  leftOut: field('memory-recall', 'left', isList<string>),
  /** The message of a notice. */
  about: field('runtime-notice', 'about', isText<EventId>),
  workflowRun: field('runtime-notice', 'workflowRunId', isText<WorkflowRunId>),
  /** The offset of a workflow result in the text of its notice. */
  resultAt: field('runtime-notice', 'resultAt', isNumber),
  writer: field('steer', 'by', isText),
} as const

/** Returns the sentences of an item of any kind, without values that are no sentence. */
export function itemSentences({ data }: Pick<HarnessItem, 'data'>): readonly Sentence[] {
  const said = fieldOf(data, 'said')
  return Array.isArray(said) ? said.filter(isSentence) : []
}

function field<K extends ItemDataKind, F extends FieldName<ItemData<K>>>(
  kind: K,
  name: F & string,
  fits: Guard<NonNullable<ItemData<K>[F]>>,
) {
  return (item: StoredItem): NonNullable<ItemData<K>[F]> | null => {
    const value = item.kind === kind ? fieldOf(item.data, name) : null
    return fits(value) ? value : null
  }
}

function fieldOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : null
}

function isText<T extends string>(value: unknown): value is T {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function isList<T>(value: unknown): value is T[] {
  return Array.isArray(value)
}

/** All states, as the schema has them. */
const END_STATES: Readonly<Record<AgentEnd['state'], true>> = {
  done: true,
  paused: true,
  failed: true,
  stopped: true,
  interrupted: true,
}

/** A newer version or an edited export may name states that nothing here can draw. */
function isAgentEnd(value: unknown): value is AgentEnd {
  const state = fieldOf(value, 'state')
  return (
    typeof state === 'string' && Object.hasOwn(END_STATES, state) && Array.isArray(fieldOf(value, 'words'))
  )
}
