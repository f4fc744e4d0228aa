import { z } from 'zod'
import { AgentEnd } from '../agent/agent-end.ts'
import { BlobId, EventId, WorkflowRunId } from '../ids.ts'
import { RecallData } from '../memory/recall.ts'
import { PermissionMode } from '../permission/mode.ts'
import { CallRef } from '../run/call-ref.ts'
import { NoteChange } from '../session/notes/note.ts'
import type { HarnessItem } from './harness-item.ts'

const Names = z.array(z.string())

const Page = z.object({ from: z.number(), lines: z.number() })

/**
 * The data of each kind of item. Objects are loose, because an item of any kind can also carry sentences for the
 * person, and because logs of other versions stay readable.
 */
const ITEM_DATA = {
  /** Personas are named by the hash of their text. */
  'agent-switch': z.looseObject({ persona: z.string(), prompt: z.string() }),
  attachment: z.looseObject({ blobId: BlobId }),
  'branch-change': z.looseObject({ branch: z.string().nullable() }),
  'child-summary': z.looseObject({ end: AgentEnd }),
  'date-change': z.looseObject({ at: z.number() }),
  'extra-folders': z.looseObject({ folders: Names }),
  'files-again': z.looseObject({ files: z.array(z.object({ path: z.string(), page: Page.nullable() })) }),
  'files-changed': z.looseObject({ files: z.array(z.object({ path: z.string(), version: z.string() })) }),
  'memory-recall': RecallData,
  mode: z.looseObject({ mode: PermissionMode }),
  'project-rules': z.looseObject({ path: z.string(), version: z.string().nullable() }),
  /** `about` names the message of a notice, `workflowRunId` its workflow run, `resultAt` where a result begins. */
  'runtime-notice': z.looseObject({
    about: z.exactOptional(EventId),
    workflowRunId: z.exactOptional(WorkflowRunId),
    resultAt: z.exactOptional(z.number()),
  }),
  'session-notes': z.looseObject({ changes: z.array(NoteChange) }),
  'skill-delta': z.looseObject({ came: Names, gone: Names }),
  /** The agent or the call that joined a run; without them the person did. */
  steer: z.looseObject({ by: z.exactOptional(z.string()), call: z.exactOptional(CallRef) }),
  /**
   * `came` and `gone` are names of tools. `inline` are tools of servers in the tool list of requests, `again`
   * those that were found before a summary.
   */
  'tool-delta': z.looseObject({ came: Names, gone: Names, inline: Names, again: Names }),
  'tool-hint': z.looseObject({ names: Names }),
} as const

/** The kinds of items that carry data. */
export type ItemDataKind = keyof typeof ITEM_DATA
export type ItemData<K extends ItemDataKind> = z.infer<(typeof ITEM_DATA)[K]>

const SCHEMAS: { readonly [K in ItemDataKind]: z.ZodType<ItemData<K>> } = ITEM_DATA

/** Returns the data of an item of this kind; null for another kind, and for data that does not fit. */
export function itemData<K extends ItemDataKind>(
  kind: K,
  item: Pick<HarnessItem, 'kind' | 'data'>,
): ItemData<K> | null {
  if (item.kind !== kind) return null
  const read = SCHEMAS[kind].safeParse(item.data)
  return read.success ? read.data : null
}
