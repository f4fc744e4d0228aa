import type { DurableEvent, DurableKind } from '#shared/events/event.ts'
import type { CallId, ContextId, EventId, ProjectId, RunId, SessionId, WorktreeId } from '#shared/ids.ts'
import { RunRecord } from '#shared/run/run.ts'
import type { Ahead, Branch, Fork } from '#shared/session/fork.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { SessionListing } from '#shared/session/session.ts'
import { bytesOfPayload } from './event-bytes.ts'
import { type EventRow, eventOf } from './event-row.ts'
import { aheadOf, forkPointsOf, newestLeafOf } from './fork-points.ts'
import { inboxItemOf } from './listings/inbox-row.ts'
import { type ListingRow, listingOf } from './listings/listing-row.ts'
import type { KindByKind, LogRows } from './rows.ts'
import { usedRows } from './used-rows.ts'

type Deps = {
  readonly rows: LogRows
  /** Called with rows that this version cannot read; they stay in the log and are passed over. */
  readonly reportUnreadable: (row: { id: string; kind: string }) => void
}

/** A part of a branch. Rows that this version cannot read are missing in it. */
export type PathPiece = {
  readonly events: DurableEvent[]
  readonly before: EventId | null
  /** Estimated bytes of the events in memory. */
  readonly bytes: number
}

/** Characters of a branch's first message, to tell it from other branches. */
const TEXT_CHARS = 160

function readableIn(
  found: readonly (EventRow | undefined)[],
  reportUnreadable: Deps['reportUnreadable'],
): DurableEvent[] {
  return found.flatMap((row) => {
    if (row === undefined) return []
    const event = eventOf(row)
    if (event === null) reportUnreadable({ id: row.id, kind: row.kind })
    return event === null ? [] : [event]
  })
}

/** Returns the branch structure of a conversation, seen from the current leaf. */
const treeOf = ({ tree }: LogRows, sessionId: SessionId, leaf: EventId | null) =>
  usedRows(tree.all(sessionId), leaf)

function wordsOf(event: DurableEvent): string {
  if (event.kind === 'message') return textOf(event.payload.message).trim()
  if (event.kind === 'harness.item') return event.payload.content.trim()
  return event.kind === 'compact' ? event.payload.summary.trim() : ''
}

const runsOf = (rows: readonly { readonly record: string }[]): RunRecord[] =>
  rows.map(({ record }) => RunRecord.parse(JSON.parse(record)))

/** Questions to the log. None of them changes anything. */
export function createEventReader({ rows, reportUnreadable }: Deps) {
  const readable = (found: readonly (EventRow | undefined)[]) => readableIn(found, reportUnreadable)

  const listed = (found: readonly (ListingRow | undefined)[]): SessionListing[] =>
    found.flatMap((row) => {
      if (row === undefined) return []
      const listing = listingOf(row)
      if (listing === null) reportUnreadable({ id: row.id, kind: 'session' })
      return listing === null ? [] : [listing]
    })

  const beginningOf = (id: EventId): Pick<Branch, 'at' | 'text'> => {
    const [event] = readable([rows.eventById.get(id)])
    return { at: event?.ts ?? 0, text: event === undefined ? '' : wordsOf(event).slice(0, TEXT_CHARS) }
  }

  return {
    /** The branch ending at `leaf`, root first, at most `limit` events long. */
    path: (leaf: EventId | null, limit: number): DurableEvent[] =>
      leaf === null ? [] : readable(rows.pathTo.all({ leaf, limit })),
    /** The same, with the event before them; null when they begin at the root. */
    pathPiece: (leaf: EventId, limit: number): PathPiece => {
      const found = rows.pathTo.all({ leaf, limit })
      return {
        events: readable(found),
        before: (found[0]?.parent_id ?? null) as EventId | null,
        bytes: found.reduce((sum, { payload }) => sum + bytesOfPayload(payload.length), 0),
      }
    },
    event: (id: EventId): DurableEvent | null => readable([rows.eventById.get(id)])[0] ?? null,
    /** Returns the forks of a conversation. */
    forks: (sessionId: SessionId, leaf: EventId | null): Fork[] =>
      forkPointsOf(treeOf(rows, sessionId, leaf), leaf).map(({ parentId, on, branches }) => ({
        parentId,
        on,
        text: parentId === null ? '' : beginningOf(parentId).text,
        branches: branches.map((branch) => ({ ...branch, ...beginningOf(branch.id) })),
      })),
    /**
     * Returns the stored messages after the shown position. Without a leaf that is the start of the history.
     */
    ahead: (sessionId: SessionId, leaf: EventId | null, line: ContextId): Ahead | null => {
      const ahead = aheadOf(treeOf(rows, sessionId, leaf), leaf ?? line)
      return ahead === null ? null : { from: leaf, ...ahead }
    },
    /** The newest end below an event of a conversation. */
    newestLeaf: (sessionId: SessionId, id: EventId): EventId =>
      newestLeafOf(treeOf(rows, sessionId, null), id),
    newestOfKind: (sessionId: SessionId, kind: KindByKind): DurableEvent | null =>
      readable([rows.newestOfKind.get(sessionId, kind)])[0] ?? null,
    /** The event with which a session begins. */
    first: (sessionId: SessionId): DurableEvent | null =>
      readable([rows.firstOfSession.get(sessionId)])[0] ?? null,
    /** The newest events of some kinds, the newest first. */
    newestOfKinds: (sessionId: SessionId, kinds: readonly DurableKind[], limit: number): DurableEvent[] =>
      readable(rows.newestOfKinds.all(sessionId, JSON.stringify(kinds), limit)),
    eventsAfter: (sessionId: SessionId, seq: number): DurableEvent[] =>
      readable(rows.eventsAfter.all(sessionId, seq)),
    /** The stored answer of a call of a run. */
    answerOfCall: (runId: RunId, callId: CallId): DurableEvent | null =>
      readable([rows.answerOfCall.get(runId, callId)])[0] ?? null,
    /** The first event of a run that is part of the conversation. */
    firstOfRun: (runId: RunId): DurableEvent | null => readable([rows.firstOfRun.get(runId)])[0] ?? null,
    /** Returns a run's questions to the person and the answers, oldest first. */
    asksOf: (runId: RunId): DurableEvent[] => readable(rows.asksOfRun.all(runId)),
    /** The logs of the agents that runs of a session have started, in the order they began. */
    childrenOf: (sessionId: SessionId): SessionId[] =>
      rows.childSessions.all({ of: sessionId }).map(({ id }) => id as SessionId),
    /** Returns the stored runs of the subagents that runs of a session started themselves. */
    runsBelow: (sessionId: SessionId): RunRecord[] => runsOf(rows.runsBelow.all({ of: sessionId })),
    /** The logs of agents that work for chats, the ones in which something happened last first. */
    newestAgents: (project: ProjectId | null, limit: number): SessionId[] =>
      rows.newestAgents.all({ project, limit }).map(({ id }) => id as SessionId),
    /** Returns agents that ever paused at a limit, newest first. Their logs show whether they still are. */
    stoppedAtLimit: (limit: number): SessionId[] =>
      rows.stoppedAtLimit.all(limit).map(({ id }) => id as SessionId),
    /** Returns agents whose parent waits for them again, the most recently active last. */
    awaitedAgents: (): SessionId[] => rows.awaitedAgents.all().map(({ id }) => id as SessionId),
    /** Returns background runs with an unreported end, the most recently active last. */
    untoldEnds: (): RunRecord[] => runsOf(rows.untoldEnds.all()),
    /** Sessions with a run that has no ending, or with messages that wait. */
    unsettled: (): SessionId[] => rows.unsettled.all().map(({ id }) => id as SessionId),
    /** Sessions with a background program that has no end. */
    withRunningJobs: (): SessionId[] => rows.withRunningJobs.all().map(({ id }) => id as SessionId),
    /** Every log of a project: chats, agents and workflow runs, also in the bin. */
    logsOf: (projectId: ProjectId): SessionId[] =>
      rows.logsOfProject.all(projectId).map(({ id }) => id as SessionId),
    /** The sessions of sets of attempts, newest first; of all projects for null. */
    attemptSets: (projectId: ProjectId | null): SessionId[] =>
      rows.attemptSets.all({ project: projectId }).map(({ id }) => id as SessionId),
    /** The chats and agents that work in a worktree. */
    sessionsInWorktree: (id: WorktreeId, projectId: ProjectId): SessionId[] =>
      rows.sessionsInWorktree.all(projectId, id).map((row) => row.id as SessionId),
    /** The newest chats of a project, and how many there are in all. No chat's folds are read for it. */
    chats: (
      projectId: ProjectId,
      limit: number,
      withArchived: boolean,
    ): { sessions: SessionListing[]; total: number } => ({
      sessions: listed(
        (withArchived ? rows.allChatLines : rows.chatLines).all({ project: projectId, limit }),
      ),
      total: rows.countChats.get(projectId, withArchived ? 1 : 0)?.total ?? 0,
    }),
    /** Every chat that is not in the bin, oldest first. */
    keptChats: (): SessionId[] => rows.keptChats.all().map(({ id }) => id as SessionId),
    /** The chats in the bin, the newest deleted first. */
    bin: (): SessionListing[] => listed(rows.binLines.all()),
    /** The line of one chat, or null when it is none. */
    chat: (sessionId: SessionId): SessionListing | null => listed([rows.chatLine.get(sessionId)])[0] ?? null,
    /** Every request that waits for the person, the oldest first. */
    inbox: (): InboxItem[] =>
      rows.inboxLines.all().flatMap((row) => {
        const item = inboxItemOf(row)
        if (item === null) reportUnreadable({ id: row.id, kind: 'interaction' })
        return item === null ? [] : [item]
      }),
    sessionIds: (): SessionId[] => rows.sessionIds.all().map(({ id }) => id as SessionId),
  }
}

export type EventReader = ReturnType<typeof createEventReader>
