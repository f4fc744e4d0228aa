import { z } from 'zod'
import { MemoryChangeId, MemoryId, ProjectId, SessionId } from '../../ids.ts'
import { EmbeddingChoice, type EmbeddingStanding } from '../../memory/embedding.ts'
import {
  MemoryBulk,
  type MemoryChanged,
  type MemoryDetail,
  type MemoryExported,
  type MemoryFacets,
  MemoryFilter,
  type MemoryHit,
  MemoryIds,
  type MemoryImported,
  type MemoryPage,
  MemoryScope,
  MemoryText,
} from '../../memory/memory.ts'
import type { MemoryPairs } from '../../memory/pair.ts'
import { type MemoryProposals, ProposalAnswer } from '../../memory/proposal.ts'
import { MemoryChanges, type MemoryInForce } from '../../memory/recall-settings.ts'
import { type StoreAnswer, StoreCommand } from '../../memory/store-command.ts'
import type { NoteHits, NoteVersion } from '../../session/notes/note.ts'
import { call } from '../call.ts'

/** Calls to list, change and restore memories. */
export const MEMORY_CALLS = {
  /** The newest first. */
  'memory.list': call<MemoryPage>()(() =>
    z.strictObject({
      filter: MemoryFilter,
      limit: z.number().int().min(1).max(500),
      offset: z.number().int().min(0),
    }),
  ),
  /** Every word that is typed counts; the last may be a beginning. Best first. */
  'memory.search': call<MemoryPage>()(() =>
    z.strictObject({
      text: z.string().trim().min(1).max(1_000),
      filter: MemoryFilter,
      limit: z.number().int().min(1).max(500),
      offset: z.number().int().min(0),
    }),
  ),
  /** Returns memories similar to a text by embedding, nearest first. Empty without an embedding model. */
  'memory.meant': call<readonly MemoryHit[]>()(() =>
    z.strictObject({ text: z.string().trim().min(1).max(1_000), filter: MemoryFilter }),
  ),
  /** The notes of all chats that have every word of a text, the newest first; or those that were taken away. */
  'memory.notes': call<NoteHits>()(() =>
    z.strictObject({
      text: z.string().trim().max(1_000),
      gone: z.exactOptional(z.literal(true)),
      limit: z.number().int().min(1).max(500),
      offset: z.number().int().min(0),
    }),
  ),
  /** Returns the versions of a chat note, newest first. */
  'memory.noteHistory': call<readonly NoteVersion[]>()(() =>
    z.strictObject({ sessionId: SessionId, key: z.string().max(100) }),
  ),
  'memory.facets': call<MemoryFacets>()(() => z.strictObject({})),
  'memory.get': call<MemoryDetail>()(() => z.strictObject({ id: MemoryId })),
  /** Without an id: a new item, or new words for the key where it is taken already. */
  'memory.set': call<MemoryChanged>()(() =>
    z.strictObject({ id: MemoryId.nullable(), scope: MemoryScope, text: MemoryText }),
  ),
  'memory.bulk': call<MemoryChanged>()(() => z.strictObject({ ids: MemoryIds, bulk: MemoryBulk })),
  /** The first of the items keeps its history and gets the words; the others are removed. */
  'memory.merge': call<MemoryChanged>()(() => z.strictObject({ ids: MemoryIds, text: MemoryText })),
  /** Main asks where to. Null: the person thought better of it. */
  'memory.export': call<MemoryExported | null>()(() => z.strictObject({ filter: MemoryFilter })),
  /** Main asks which file. What it holds is kept for this scope. */
  'memory.import': call<MemoryImported | null>()(() => z.strictObject({ scope: MemoryScope })),
  'memory.undo': call<MemoryChanged>()(() => z.strictObject({ changeId: MemoryChangeId })),
  /** Makes an earlier version the newest again. */
  'memory.restore': call<MemoryChanged>()(() => z.strictObject({ id: MemoryId, version: z.number().int() })),
  /** Takes items away with all their versions. Answers with how many that were. */
  'memory.forget': call<number>()(() => z.strictObject({ ids: MemoryIds })),
  /** Runs a `/memory` command of a chat in this project. */
  'memory.store': call<StoreAnswer>()(() => z.strictObject({ projectId: ProjectId, command: StoreCommand })),
  /** Returns pending proposals with their conflicting items, and the progress of chat scans. */
  'memory.proposals': call<MemoryProposals>()(() => z.strictObject({})),
  /** Looks over a chat for what to remember. Told of by `memory.changed`; what is found is only proposed. */
  'memory.look': call<null>()(() => z.strictObject({ sessionId: SessionId })),
  'memory.stopLook': call<null>()(() => z.strictObject({ sessionId: SessionId })),
  /** Null: nothing is kept of it. */
  'memory.answer': call<MemoryChanged | null>()(() => ProposalAnswer),
  /** Returns the recall settings in effect for a project or globally, with their sources. */
  'memory.settings': call<MemoryInForce>()(() => z.strictObject({ projectId: ProjectId.nullable() })),
  /** Settles it, in `config.toml`. It holds from the next run on. */
  'memory.setSettings': call<MemoryInForce>()(() =>
    z.strictObject({ changes: MemoryChanges, projectId: ProjectId.nullable() }),
  ),
  /** Memories that contradict or repeat each other where both are seen: those of one, or all. */
  'memory.pairs': call<MemoryPairs>()(() => z.strictObject({ about: MemoryId.nullable() })),
  /** Says that both of a pair hold as they are now, or takes that back. */
  'memory.bothHold': call<null>()(() =>
    z.strictObject({ one: MemoryId, other: MemoryId, hold: z.boolean() }),
  ),
  /** Returns the embedding model and its progress. `memory.embedding` events announce changes. */
  'memory.embedding': call<EmbeddingStanding>()(() => z.strictObject({})),
  /** Chooses that model, in `config.toml`, and begins to embed. Null: words alone, and nothing is sent any more. */
  'memory.setEmbedding': call<EmbeddingStanding>()(() =>
    z.strictObject({ choice: EmbeddingChoice.nullable() }),
  ),
  /** Stops or resumes embedding. Finished embeddings are kept. */
  'memory.embed': call<EmbeddingStanding>()(() => z.strictObject({ act: z.enum(['stop', 'goOn']) })),
  /** Stores the person's feedback on a recalled item in a project. */
  'memory.feedback': call<null>()(() =>
    z.strictObject({
      id: MemoryId,
      projectId: ProjectId.nullable(),
      say: z.enum(['always', 'not_always', 'not_useful']),
    }),
  ),
} as const
