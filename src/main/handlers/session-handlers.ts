import { waitsForRun } from '#shared/commands/registry.ts'
import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { SESSION_CALLS } from '#shared/ipc/calls/session-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { effortCommandOf } from '#shared/run/effort-directive.ts'
import { STOPPED_BY_YOU } from '#shared/run/stopped-by-you.ts'
import { say } from '#shared/sentences.ts'
import { messageText } from '#shared/session/app-commands.ts'
import type { Pace } from '#shared/session/pace.ts'
import type { Recap } from '#shared/session/recaps/recap.ts'
import type { ChatContexts } from '../agents/chats/chat-contexts.ts'
import type { SwitchAgent } from '../agents/chats/switch-agent.ts'
import type { Children } from '../agents/children/children.ts'
import type { DraftPictures } from '../config/draft-pictures.ts'
import type { Drafts } from '../config/drafts.ts'
import type { Blobs } from '../log/blobs/blobs.ts'
import type { Delivery } from '../log/delivery/delivery.ts'
import type { EventReader } from '../log/event-reader.ts'
import type { Listings } from '../log/listings/listings.ts'
import type { Answers } from '../runs/chats/answers.ts'
import type { Lane } from '../runs/chats/lane.ts'
import type { Queue } from '../runs/chats/queue.ts'
import type { Sessions } from '../runs/chats/sessions.ts'
import type { CompactionByHand } from '../runs/compaction/compaction-by-hand.ts'
import type { Branches } from '../runs/history/branches.ts'
import type { MovesWithFiles } from '../runs/history/moves-with-files.ts'
import type { Snips } from '../runs/history/snips.ts'
import { type HeldAt, refuseHeld } from '../runs/limits/blocking-limit.ts'
import type { PlanRuns } from '../runs/plans/plan-runs.ts'
import type { Grants } from '../tools/grants/grants.ts'
import { filesOf, type SendRooms, sendMessage } from './send-message.ts'

type Rooms = SendRooms & {
  readonly delivery: Delivery
  readonly reader: EventReader
  readonly listings: Listings
  readonly sessions: Sessions
  readonly lane: Lane
  readonly queue: Queue
  readonly children: Pick<Children, 'release'>
  readonly answers: Answers
  readonly branches: Branches
  readonly heldAt: HeldAt
  readonly planRuns: Pick<PlanRuns, 'change' | 'goOn' | 'isBrokenOff'>
  readonly switchAgent: SwitchAgent
  readonly contexts: Pick<ChatContexts, 'list' | 'activate' | 'close'>
  readonly moves: MovesWithFiles
  readonly compaction: CompactionByHand
  readonly snips: Snips
  readonly grants: Grants
  readonly blobs: Blobs
  /** Ends with the app. */
  readonly signal: AbortSignal
  readonly meter: { readonly soon: (sessionId: SessionId) => void }
  readonly drafts: Drafts
  readonly draftPictures: DraftPictures
  readonly sentTexts: (projectId: ProjectId) => readonly string[]
  readonly recap: (sessionId: SessionId) => Recap
  readonly pace: (sessionId: SessionId) => Pace | null
  /** A window has opened this chat; the next start opens it again. */
  readonly opened: (sessionId: SessionId) => void
  /** A window begins to draw this chat or fails to (false), or has drawn it (true). */
  readonly drawn: (sessionId: SessionId, drawn: boolean) => void
  /** The person has read the chat. */
  readonly seen: (sessionId: SessionId) => void
}

type SessionHandlers = Pick<Handlers, keyof typeof SESSION_CALLS>

/** Creates the handlers for chats: each unpacks, calls a room and returns. */
export function createSessionHandlers(rooms: Rooms): SessionHandlers {
  const { delivery, listings, sessions, lane, queue, drafts } = rooms
  return {
    'session.sentTexts': ({ projectId }) => rooms.sentTexts(projectId),
    'session.list': ({ projectId, limit, withArchived }) =>
      listings.ofProject(projectId, limit, withArchived ?? false),
    'session.markRead': ({ sessionIds }) => {
      for (const sessionId of sessionIds) rooms.seen(sessionId)
      return null
    },
    'session.attach': ({ sessionId, tail, isBeside }, { windowId, isCommandLine }) => {
      // A command line changes nothing of what the person has open or has read.
      // The logs of agents and of workflow runs are looked at elsewhere; only a chat is opened again at a start.
      if (isCommandLine !== true && sessions.get(sessionId).kind === 'chat')
        (isBeside === true ? rooms.seen : rooms.opened)(sessionId)
      const reply = delivery.attach(windowId, sessionId, tail)
      rooms.meter.soon(sessionId)
      return reply
    },
    'session.drawn': ({ sessionId, drawn }) => {
      rooms.drawn(sessions.get(sessionId).id, drawn)
      return null
    },
    'session.detach': ({ sessionId }, { windowId }) => {
      delivery.detach(windowId, sessionId)
      return null
    },
    'session.page': ({ sessionId, before, limit }) => delivery.page(sessionId, before, limit),
    'session.ack': ({ sessionId, seq }, { windowId }) => {
      delivery.acknowledge(windowId, sessionId, seq)
      return null
    },
    'session.pace': ({ sessionId }) => rooms.pace(sessions.get(sessionId).id),
    'session.recap': ({ sessionId }) => rooms.recap(sessions.get(sessionId).id),
    'session.update': ({ sessionId, changes }, { isCommandLine }) => {
      // A program that a running agent started must not loosen what that agent may do.
      if (isCommandLine === true && changes.permissionMode !== undefined) lane.idleOnly(sessionId)
      const { modelBefore = null } = sessions.get(sessionId).meta
      const named = changes.title === undefined ? {} : { namedBy: 'person' as const }
      // A model picked by the person survives a switch of agents.
      const picked = changes.model === undefined || modelBefore === null ? {} : { modelBefore: null }
      sessions.update(sessionId, { ...changes, ...named, ...picked })
      if (changes.model !== undefined || changes.effort !== undefined) rooms.meter.soon(sessionId)
      return null
    },
    'session.send': (request, { isCommandLine }) => {
      // A page must not be able to allow or instruct anything without the person.
      const { allow, instructions } = request.bounds ?? {}
      if ((allow ?? instructions) !== undefined && isCommandLine !== true)
        throw AppError.saying('ipc.refused', say('app.refused'))
      return sendMessage(rooms, request)
    },
    ...branchHandlers(rooms),
    ...lengthHandlers(rooms),
    'draft.set': ({ key, text }) => {
      drafts.set(key, text)
      return null
    },
    'draft.get': ({ key }) => drafts.get(key),
    'draft.setPictures': async ({ key, images }) => {
      await rooms.draftPictures.set(key, images)
      return null
    },
    'draft.pictures': ({ key }) => rooms.draftPictures.get(key),
    'queue.add': async ({ sessionId, lane: name, text, images = [] }) => {
      const { kind, cwd, meta } = sessions.get(sessionId)
      const { projectId } = meta
      // A message to a running agent is never a command.
      const command =
        kind !== 'chat' || projectId === null ? null : await rooms.commands.match(projectId, text, false)
      if (command !== null && projectId !== null) {
        if (waitsForRun(text) && lane.queueCommand(sessionId, text.trim())) return null
        await command({ sessionId, projectId, cwd })
      } else {
        // The effort is for a turn of its own.
        const where = effortCommandOf(text) === null ? name : 'followup'
        lane.enqueue(sessionId, where, messageText(text), await filesOf(rooms.blobs, images))
      }
      return null
    },
    'queue.update': ({ sessionId, itemId, ...change }) => {
      queue.update(sessionId, itemId, change)
      return null
    },
    'queue.delete': ({ sessionId, itemId }) => {
      queue.remove(sessionId, itemId)
      return null
    },
    'queue.sendNow': ({ sessionId, itemId }) => {
      lane.sendNow(sessionId, itemId)
      return null
    },
    'queue.release': async ({ sessionId }) => {
      if (sessions.get(sessionId).kind === 'child') await rooms.children.release(sessionId)
      else lane.release(sessionId)
      return null
    },
    ...decisionHandlers(rooms),
  }
}

function branchHandlers({ branches, planRuns, heldAt, moves, switchAgent, contexts, meter }: Rooms) {
  return {
    'session.switchAgent': async ({ sessionId, agentId, mode }) => {
      await switchAgent(sessionId, agentId, mode ?? null)
      meter.soon(sessionId)
      return null
    },
    'session.contexts': ({ sessionId }) => contexts.list(sessionId),
    'session.openContext': async ({ sessionId, contextId }) => {
      await contexts.activate(sessionId, contextId)
      meter.soon(sessionId)
      return null
    },
    'session.closeContext': ({ sessionId, contextId }) => {
      contexts.close(sessionId, contextId)
      return null
    },
    'session.ways': ({ sessionId }) => branches.ways(sessionId),
    'session.rewind': ({ sessionId, to, along }) => {
      if (along !== undefined) return moves.rewind(sessionId, to, along)
      branches.rewind(sessionId, to)
      return null
    },
    'session.visit': ({ sessionId, eventId, along }) => {
      if (along !== undefined) return moves.visit(sessionId, eventId, along.since, along)
      branches.visit(sessionId, eventId)
      return null
    },
    'session.resend': ({ sessionId, eventId, text, along }) => {
      if (along !== undefined) return moves.resend(sessionId, eventId, text, along)
      branches.resend(sessionId, eventId, text)
      return null
    },
    'session.askedAt': ({ sessionId, eventId }) => branches.askedAt(sessionId, eventId),
    'session.answerAgain': ({ sessionId, eventId, along }) => {
      if (along !== undefined) return moves.answerAgain(sessionId, eventId, along)
      branches.answerAgain(sessionId, eventId)
      return null
    },
    'session.goOn': async ({ sessionId }) => {
      refuseHeld([sessionId], heldAt)
      if (planRuns.isBrokenOff(sessionId)) await planRuns.goOn(sessionId)
      else branches.goOn(sessionId)
      return null
    },
    'plan.goOn': async ({ sessionId }) => {
      refuseHeld([sessionId], heldAt)
      await planRuns.goOn(sessionId)
      return null
    },
    'plan.change': ({ sessionId, planId, ...plan }) => {
      planRuns.change(sessionId, planId, plan)
      return null
    },
  } satisfies Partial<SessionHandlers>
}

function lengthHandlers({ compaction, snips, sessions }: Rooms) {
  return {
    'exchange.snip': ({ sessionId, eventId }) => {
      snips.snip(sessions.get(sessionId).id, eventId)
      return null
    },
    'exchange.restore': ({ sessionId, eventId }) => {
      snips.restore(sessions.get(sessionId).id, eventId)
      return null
    },
    'exchange.listSnipped': ({ sessionId }) => snips.list(sessions.get(sessionId).id),
    'session.compactPreview': ({ sessionId }) => compaction.preview(sessions.get(sessionId).id),
    'session.compact': async ({ sessionId, note }) => ({
      runId: await compaction.start(sessions.get(sessionId).id, note ?? ''),
    }),
    'session.undoCompact': ({ sessionId }) => {
      compaction.undo(sessions.get(sessionId).id)
      return null
    },
  } satisfies Partial<SessionHandlers>
}

function decisionHandlers(rooms: Rooms) {
  return {
    'run.stop': async ({ sessionId, runId }) => {
      await rooms.lane.stop(sessionId, runId, STOPPED_BY_YOU)
      return null
    },
    'interaction.answer': ({ sessionId, requestId, outcome, remember, value }) => {
      const said = value === undefined ? { outcome } : { outcome, value }
      rooms.answers.give(sessionId, requestId, said, remember)
      return null
    },
    'grant.list': () => rooms.grants.list(),
    'grant.revoke': ({ grantId }) => {
      rooms.grants.revoke(grantId)
      return null
    },
    'grant.restore': ({ grantId }) => {
      rooms.grants.restore(grantId)
      return null
    },
    'blob.text': ({ blobId, offset, limit }) => rooms.blobs.text(blobId, offset, limit),
    'blob.find': ({ blobId, words }) => rooms.blobs.find(blobId, words, rooms.signal),
    'blob.image': async ({ blobId }) => {
      const mime = rooms.blobs.mime(blobId)
      if (!mime.startsWith('image/')) throw AppError.saying('ipc.refused', say('blob.noPicture'))
      const bytes = await rooms.blobs.bytes(blobId)
      return `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`
    },
  } satisfies Partial<SessionHandlers>
}
