import { z } from 'zod'
import { type CheckpointResult, FilesAlong } from '../../checkpoint/checkpoint.ts'
import { ProfileName } from '../../config/context-table.ts'
import type { AttachReply, PathPage } from '../../events/delivery.ts'
import {
  AgentId,
  BlobId,
  ContextId,
  EventId,
  GrantId,
  ModelRef,
  PlanId,
  ProjectId,
  QueueItemId,
  RequestId,
  RunId,
  ScriptDraftKey,
  SessionId,
} from '../../ids.ts'
import { ReasoningEffort } from '../../model/model.ts'
import { PermissionMode } from '../../permission/mode.ts'
import { type Grant, Remember } from '../../permission/rule.ts'
import { PLAN_CHANGE } from '../../plan/parse-plan.ts'
import { RunBounds } from '../../run/run-bounds.ts'
import { TurnPool } from '../../run/turn-pool.ts'
import { QUERY_CHARS } from '../../search/query-chars.ts'
import { CacheBreak } from '../../session/cache-check.ts'
import type { ChatContext } from '../../session/chat-context.ts'
import { ChatLimits } from '../../session/chat-limits.ts'
import type { CompactionPreview } from '../../session/compaction.ts'
import { ExtraFolders } from '../../session/extra-folders.ts'
import type { Ways } from '../../session/fork.ts'
import { FileOrigin, MEDIA_TYPE } from '../../session/message.ts'
import type { Pace } from '../../session/pace.ts'
import { QueueLane } from '../../session/queue/queue.ts'
import type { Recap } from '../../session/recaps/recap.ts'
import { ContextMode, type SessionListing } from '../../session/session.ts'
import type { SnippedExchange } from '../../session/snipped.ts'
import { call, personCall } from '../call.ts'

/** The longest text one message may have, in UTF-16 units. Larger pastes become attachments. */
const MessageText = z.string().max(1_000_000)

/** A draft belongs to a session, to a project in which the first message will make one, or to a script. */
const DraftKey = z.union([SessionId, ProjectId, ScriptDraftKey])

/** Scripts have no pictures. */
const PicturesKey = z.union([SessionId, ProjectId])

/** An attached picture, text or PDF: base64 without the `data:` head. Main checks that the content has a known kind. */
export const FileInput = z.strictObject({
  mime: z.string().regex(MEDIA_TYPE).max(100),
  base64: z.base64().max(14_000_000),
  name: z.string().max(200),
  /** Missing for a file. */
  from: z.exactOptional(FileOrigin),
  /** The resource of an MCP server it was read from. */
  resource: z.exactOptional(z.strictObject({ key: z.string().max(300), uri: z.string().max(4_000) })),
})
export type FileInput = z.infer<typeof FileInput>

/** The target of a new message: an existing session, or a project where the first message creates one. */
export const SendTarget = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('session'), sessionId: SessionId }),
  z.strictObject({
    to: z.literal('project'),
    projectId: ProjectId,
    /** Missing: the agent's own model, or else the default. */
    model: z.exactOptional(ModelRef),
    /** The reasoning effort. Missing: the model's setting. */
    effort: z.exactOptional(ReasoningEffort),
    permissionMode: PermissionMode,
    /** The agent of the new chat; the builder by default. */
    agentId: z.exactOptional(AgentId),
    /** The extra folders of the new chat. */
    folders: z.exactOptional(ExtraFolders),
  }),
])
export type SendTarget = z.infer<typeof SendTarget>

const ofSession = z.strictObject({ sessionId: SessionId })

export const SESSION_CALLS = {
  /** Texts that the person sent in the newest chats of a project, newest first, each text once. */
  'session.sentTexts': call<readonly string[]>()(() => z.strictObject({ projectId: ProjectId })),
  /** Returns the recent answer speed; null when it is no longer stored. */
  'session.pace': call<Pace | null>()(() => ofSession),
  /** Returns a recap of a chat. Calls no model and changes nothing. */
  'session.recap': call<Recap>()(() => ofSession),
  'session.list': call<{ readonly sessions: readonly SessionListing[]; readonly total: number }>()(() =>
    z.strictObject({
      projectId: ProjectId,
      limit: z.number().int().min(1).max(1_000),
      withArchived: z.exactOptional(z.boolean()),
    }),
  ),
  /** Takes the mark of unread chats away. */
  'session.markRead': call<null>()(() =>
    z.strictObject({ sessionIds: z.array(SessionId).min(1).max(1_000) }),
  ),
  /** Opens the session in this window: its newest page now, everything after as events. */
  'session.attach': call<AttachReply>()(() =>
    z.strictObject({
      sessionId: SessionId,
      tail: z.number().int().min(1).max(500),
      /** The session is shown beside the open one: a start does not open it again. */
      isBeside: z.exactOptional(z.literal(true)),
    }),
  ),
  /** Whether this window has drawn the session. One that was not drawn is not opened again at a start. */
  'session.drawn': call<null>()(() => z.strictObject({ sessionId: SessionId, drawn: z.boolean() })),
  'session.detach': call<null>()(() => ofSession),
  /** Older messages: the part of the path that ends just before `before`. */
  'session.page': call<PathPage>()(() =>
    z.strictObject({ sessionId: SessionId, before: EventId, limit: z.number().int().min(1).max(500) }),
  ),
  /** Says what this window has drawn, so that main knows how much it may send ahead. */
  'session.ack': call<null>()(() =>
    z.strictObject({ sessionId: SessionId, seq: z.number().int().nonnegative() }),
  ),
  'session.update': call<null>()(() =>
    z.strictObject({
      sessionId: SessionId,
      changes: z.strictObject({
        title: z.exactOptional(z.string().trim().min(1).max(200)),
        model: z.exactOptional(ModelRef),
        /** Null: as set for the model. */
        effort: z.exactOptional(ReasoningEffort.nullable()),
        /** Null: requests use the cache again. */
        cacheBreak: z.exactOptional(CacheBreak.nullable()),
        permissionMode: z.exactOptional(PermissionMode),
        archived: z.exactOptional(z.boolean()),
        pinned: z.exactOptional(z.boolean()),
        /** Null: the profile that its agent, its model or the settings choose. */
        contextProfile: z.exactOptional(ProfileName.nullable()),
        limits: z.exactOptional(ChatLimits),
        /** Raises what a turn may spend. */
        pool: z.exactOptional(z.strictObject({ runId: RunId, ...TurnPool.shape })),
      }),
    }),
  ),
  /** Accepts the message and starts a run, or queues it during a run. A message with bounds is never queued. */
  'session.send': personCall<{ readonly sessionId: SessionId }>()(() =>
    z.strictObject({
      target: SendTarget,
      text: MessageText,
      images: z.array(FileInput).max(20),
      bounds: z.exactOptional(RunBounds),
    }),
  ),
  /** Returns the forks of the conversation, oldest first, and the messages after the shown one. */
  'session.ways': call<Ways>()(() => ofSession),
  /** Goes back to an event, or to the beginning. What came after it stays. `along`: files go back too. */
  'session.rewind': call<CheckpointResult | null>()(() =>
    z.strictObject({ sessionId: SessionId, to: EventId.nullable(), along: z.exactOptional(FilesAlong) }),
  ),
  /** Shows the way over this event, at its newest end. `along`: files that had gone back since go forward again. */
  'session.visit': call<CheckpointResult | null>()(() =>
    z.strictObject({
      sessionId: SessionId,
      eventId: EventId,
      along: z.exactOptional(FilesAlong.extend({ since: EventId.nullable() })),
    }),
  ),
  /** Sends a message of the person in other words, from the place where it stood. `along`: files go back first. */
  'session.resend': call<CheckpointResult | null>()(() =>
    z.strictObject({
      sessionId: SessionId,
      eventId: EventId,
      text: MessageText,
      along: z.exactOptional(FilesAlong),
    }),
  ),
  /** Returns the user message that led to this event. Another answer branches off there. */
  'session.askedAt': call<EventId>()(() => z.strictObject({ sessionId: SessionId, eventId: EventId })),
  /** Asks for another answer. `along`: files go back first. */
  'session.answerAgain': call<CheckpointResult | null>()(() =>
    z.strictObject({ sessionId: SessionId, eventId: EventId, along: z.exactOptional(FilesAlong) }),
  ),
  /**
   * Switches the chat to another agent. Without `mode` the new agent inherits the history when both belong to
   * one family; otherwise it gets only the last outcome.
   */
  'session.switchAgent': call<null>()(() =>
    z.strictObject({ sessionId: SessionId, agentId: AgentId, mode: z.exactOptional(ContextMode) }),
  ),
  /** Lists the histories of a chat, newest first. */
  'session.contexts': call<readonly ChatContext[]>()(() => ofSession),
  /** Returns to a sleeping context with its own history. */
  'session.openContext': call<null>()(() => z.strictObject({ sessionId: SessionId, contextId: ContextId })),
  /** Closes a sleeping context. No switch returns to it afterwards. */
  'session.closeContext': call<null>()(() => z.strictObject({ sessionId: SessionId, contextId: ContextId })),
  /** Takes up what was broken off. */
  'session.goOn': call<null>()(() => ofSession),
  /** Resumes the plan of a chat. Interrupted and failed steps run again; finished steps do not. */
  'plan.goOn': call<null>()(() => ofSession),
  /**
   * Puts the steps of a plan that are left to do into another order, other words or other hands, adds and takes out, also
   * while it is carried out: then those that have begun stay as they are. Refused when it is another plan by now.
   */
  'plan.change': call<null>()(() => z.strictObject({ sessionId: SessionId, planId: PlanId, ...PLAN_CHANGE })),
  /** Leaves the exchange that begins with a message of the person out of what the model reads, or puts it back. */
  'exchange.snip': call<null>()(() => z.strictObject({ sessionId: SessionId, eventId: EventId })),
  'exchange.restore': call<null>()(() => z.strictObject({ sessionId: SessionId, eventId: EventId })),
  /** Returns the snipped exchanges that can be restored, oldest first. */
  'exchange.listSnipped': call<readonly SnippedExchange[]>()(() => ofSession),
  /** Returns the gain of a compaction now; null for no gain. */
  'session.compactPreview': call<CompactionPreview | null>()(() => ofSession),
  /** Starts a run that replaces the older part with a summary. `note` gives extra instructions for it. */
  'session.compact': call<{ readonly runId: RunId }>()(() =>
    z.strictObject({ sessionId: SessionId, note: z.exactOptional(z.string().max(4_000)) }),
  ),
  /** Takes the newest compaction back, as long as nothing came after it. */
  'session.undoCompact': call<null>()(() => ofSession),
  'draft.set': call<null>()(() => z.strictObject({ key: DraftKey, text: MessageText })),
  'draft.get': call<string>()(() => z.strictObject({ key: DraftKey })),
  /** Keeps the files attached to a draft until they are sent; none forgets them. */
  'draft.setPictures': call<null>()(() =>
    z.strictObject({ key: PicturesKey, images: z.array(FileInput).max(20) }),
  ),
  'draft.pictures': call<readonly FileInput[]>()(() => z.strictObject({ key: PicturesKey })),
  'run.stop': call<null>()(() => z.strictObject({ sessionId: SessionId, runId: RunId })),
  'queue.add': call<null>()(() =>
    z
      .strictObject({
        sessionId: SessionId,
        lane: QueueLane,
        text: MessageText,
        images: z.exactOptional(z.array(FileInput).max(20)),
      })
      .refine(({ text, images = [] }) => text !== '' || images.length > 0, 'There is nothing in it.'),
  ),
  'queue.update': call<null>()(() =>
    z.strictObject({
      sessionId: SessionId,
      itemId: QueueItemId,
      text: z.exactOptional(MessageText.min(1)),
      position: z.exactOptional(z.number().int().nonnegative()),
    }),
  ),
  'queue.delete': call<null>()(() => z.strictObject({ sessionId: SessionId, itemId: QueueItemId })),
  /** Sends one queued message before its turn, into the current run or as a new run. */
  'queue.sendNow': call<null>()(() => z.strictObject({ sessionId: SessionId, itemId: QueueItemId })),
  /** Releases held messages. An agent's messages are delivered to it, and an ended agent resumes. */
  'queue.release': call<null>()(() => ofSession),
  'interaction.answer': call<null>()(() =>
    z.strictObject({
      sessionId: SessionId,
      requestId: RequestId,
      outcome: z.enum(['approved', 'denied', 'answered']),
      remember: Remember,
      value: z.exactOptional(z.string().max(100_000)),
    }),
  ),
  'grant.list': call<readonly Grant[]>()(() => z.strictObject({})),
  /** Gives back what was revoked since the app was started. */
  'grant.restore': call<null>()(() => z.strictObject({ grantId: GrantId })),
  'grant.revoke': call<null>()(() => z.strictObject({ grantId: GrantId })),
  /** Part of a stored text, for outputs that are too long to travel whole. */
  'blob.text': call<{ readonly text: string; readonly size: number }>()(() =>
    z.strictObject({
      blobId: BlobId,
      offset: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(1_000_000),
    }),
  ),
  /** The byte of a stored text at which words stand first, as search sees them; null where they do not. */
  'blob.find': call<number | null>()(() =>
    z.strictObject({ blobId: BlobId, words: z.string().max(QUERY_CHARS) }),
  ),
  /** A stored picture as a `data:` address. */
  'blob.image': call<string>()(() => z.strictObject({ blobId: BlobId })),
} as const
