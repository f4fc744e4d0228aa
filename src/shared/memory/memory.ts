import { z } from 'zod'
import {
  type EventId,
  type MemoryChangeId,
  MemoryId,
  type Millis,
  ProjectId,
  type RunId,
  type SessionId,
} from '../ids.ts'

/** Size limits of one item. Longer knowledge belongs in a page. */
export const MEMORY_LIMITS = { key: 10_240, content: 20_000, tags: 20, tag: 60 } as const

/** The scope of an item. A pair, and never a part of the key. */
export const MemoryScope = z.discriminatedUnion('level', [
  z.strictObject({ level: z.literal('project'), id: ProjectId }),
  z.strictObject({ level: z.literal('user') }),
])
export type MemoryScope = z.infer<typeof MemoryScope>

/** The author of an item: the person, an agent with the person's consent, or an imported file. */
export const MemoryAuthor = z.enum(['person', 'agent', 'import'])
export type MemoryAuthor = z.infer<typeof MemoryAuthor>

export const MemoryKey = z.string().trim().min(1).max(MEMORY_LIMITS.key)
export const MemoryTag = z.string().trim().min(1).max(MEMORY_LIMITS.tag)

/** The text of an item, as a person or an agent writes it. */
export const MemoryText = z.strictObject({
  key: MemoryKey,
  content: z.string().trim().min(1).max(MEMORY_LIMITS.content),
  tags: z.array(MemoryTag).max(MEMORY_LIMITS.tags),
})
export type MemoryText = z.infer<typeof MemoryText>

/** The message an item came from. `title` is null when that chat was deleted. */
export type MemorySource = {
  readonly sessionId: SessionId
  readonly eventId: EventId | null
  readonly projectId: ProjectId | null
  readonly title: string | null
}

/** One thing that is remembered. */
export type MemoryItem = MemoryText & {
  readonly id: MemoryId
  readonly scope: MemoryScope
  readonly author: MemoryAuthor
  readonly source: MemorySource | null
  readonly createdAt: Millis
  readonly updatedAt: Millis
  readonly lastRecalledAt: Millis | null
  /** Number of runs that received it. */
  readonly uses: number
}

export const MemoryAct = z.enum(['created', 'edited', 'moved', 'merged', 'removed', 'restored', 'imported'])
export type MemoryAct = z.infer<typeof MemoryAct>

/** An item as it was after one change. */
export type MemoryVersion = MemoryText & {
  readonly version: number
  readonly changeId: MemoryChangeId
  readonly act: MemoryAct
  readonly author: MemoryAuthor
  readonly scope: MemoryScope
  readonly at: Millis
}

/** The use of an item in a run. `left_out`: it matched, but the token budget was full. */
export type MemoryHow = 'recalled' | 'searched' | 'left_out'

/** A run that was given an item, or for which it was too long. */
export type MemoryUse = {
  readonly runId: RunId
  readonly sessionId: SessionId
  readonly eventId: EventId | null
  readonly projectId: ProjectId | null
  /** Null when that chat is gone. */
  readonly title: string | null
  readonly how: MemoryHow
  /** With which question of its chat, from 1. Null where the person asked none: an agent's own work. */
  readonly turn: number | null
  readonly score: number
  readonly at: Millis
}

/** The person's feedback on recalling an item in a project. */
export type MemoryFeedback = {
  readonly projectId: ProjectId | null
  readonly always: boolean
  readonly notUseful: number
}

/** An item with where it came from and where it went. */
export type MemoryDetail = {
  readonly item: MemoryItem
  /** Newest first. */
  readonly history: readonly MemoryVersion[]
  /** The newest; `item.uses` counts them all. */
  readonly uses: readonly MemoryUse[]
  readonly feedback: readonly MemoryFeedback[]
  /** The message it was said in, by how it begins; null when it was written by hand, or its chat is gone. */
  readonly said: { readonly words: string; readonly at: Millis } | null
  /** The text sent to a model, with its approximate token count. */
  readonly shown: { readonly text: string; readonly tokens: number }
}

/** The item filter. Missing fields match everything. */
export const MemoryFilter = z.strictObject({
  scope: z.exactOptional(MemoryScope),
  author: z.exactOptional(MemoryAuthor),
  tag: z.exactOptional(MemoryTag),
  /** Changed within this many days. */
  withinDays: z.exactOptional(z.number().int().positive()),
  /** Kept this long and not used since. */
  unusedDays: z.exactOptional(z.number().int().positive()),
})
export type MemoryFilter = z.infer<typeof MemoryFilter>

/** An item of a list. `score` is null where nothing was searched for. */
export type MemoryHit = { readonly item: MemoryItem; readonly score: number | null }

/** Item counts per facet, over all items regardless of the filter. */
export type MemoryFacets = {
  readonly all: number
  readonly user: number
  readonly projects: readonly { readonly id: ProjectId; readonly count: number }[]
  readonly authors: readonly { readonly author: MemoryAuthor; readonly count: number }[]
  readonly tags: readonly { readonly tag: string; readonly count: number }[]
  readonly unused: number
}

/** One page of a list, with how many there are on all pages. */
export type MemoryPage = { readonly hits: readonly MemoryHit[]; readonly total: number }

/** The result of a change, with the id for undo. */
export type MemoryChanged = { readonly changeId: MemoryChangeId; readonly ids: readonly MemoryId[] }

/** A bulk action on items. */
export const MemoryBulk = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('tag'), tag: MemoryTag }),
  z.strictObject({ act: z.literal('untag'), tag: MemoryTag }),
  z.strictObject({ act: z.literal('move'), to: MemoryScope }),
  z.strictObject({ act: z.literal('remove') }),
])
export type MemoryBulk = z.infer<typeof MemoryBulk>

export const MemoryIds = z.array(MemoryId).min(1).max(10_000)

/** An export was written, or a file was read. */
export type MemoryExported = { readonly fileName: string; readonly count: number }
export type MemoryImported = {
  readonly changeId: MemoryChangeId | null
  readonly added: number
  /** The same words were there already. */
  readonly same: number
  /** Lines that were refused, each with a sentence; the first few of them. */
  readonly refused: { readonly count: number; readonly first: readonly string[] }
}
