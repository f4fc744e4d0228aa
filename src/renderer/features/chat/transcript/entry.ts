import type { AgentEnd } from '#shared/agent/agent-end.ts'
import type { DurableEventOf } from '#shared/events/event.ts'
import type { EventId, RunId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { MissedMeaning } from '#shared/memory/embedding.ts'
import type { RecalledMemory } from '#shared/memory/recall.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Sentence } from '#shared/sentences.ts'
import type { Ahead } from '#shared/session/fork.ts'
import type { CallAsWritten, Message, Part, ToolOutcome } from '#shared/session/message.ts'
import type { ContextMode } from '#shared/session/session.ts'
import type { Writer } from '#shared/session/writer.ts'

/** One call of a tool, from the moment its arguments are written to its stored answer. */
export type ToolEntry = {
  /** The original call, if the app interpreted it as another one. */
  readonly written?: CallAsWritten
  readonly key: string
  readonly callId: string
  readonly runId: RunId | null
  readonly name: string
  /** The raw text while it is being written; the parsed arguments afterwards. */
  readonly args: unknown
  readonly writing: boolean
  readonly outcome: ToolOutcome | null
  /** The tool's answer as the model read it. */
  readonly text: string
}

/** The chat that can be gone on with from here; null where there is nothing to take up, or not here. */
type GoesOn = SessionId | null

/** The report of an agent as the model reads it; `end` marks the part for the person. */
export type AgentReport = {
  readonly text: string
  /** Null in older logs. */
  readonly end: AgentEnd | null
  /** The session of the agent, or null where it is not known. */
  readonly agent: string | null
}

/** One piece of the transcript, in the order it is read. */
export type Entry =
  | {
      readonly kind: 'you'
      readonly key: string
      readonly eventId: EventId
      readonly message: Message
      readonly at: number
      readonly by: Writer
      /** Whether the message waited in the queue. */
      readonly isAdded?: true
    }
  | {
      readonly kind: 'steer'
      readonly key: string
      readonly text: string
      readonly at: number
      readonly by: Writer
    }
  | {
      readonly kind: 'say'
      readonly key: string
      readonly parts: readonly Part[]
      readonly streaming: boolean
      /** The stored answer these words end, or null when the agent went on after them or is still speaking. */
      readonly answer: EventId | null
      /** The stored message these words begin, where calls of tools follow them. */
      readonly leads: EventId | null
    }
  | {
      readonly kind: 'tools'
      readonly key: string
      readonly calls: readonly ToolEntry[]
      /** The stored messages that are calls and nothing else. */
      readonly leads: readonly EventId[]
      /** A part of a long row of calls: whether more of it stands above and below. Missing: this is all of it. */
      readonly cut?: { readonly above: boolean; readonly below: boolean }
    }
  | {
      readonly kind: 'recall'
      readonly key: string
      readonly memories: readonly RecalledMemory[]
      /** Why only words were compared. */
      readonly missed: MissedMeaning | null
      /** The keys of what fitted as well and was too long. */
      readonly left: readonly string[]
    }
  | {
      readonly kind: 'note'
      readonly key: string
      readonly name: string
      readonly text: string
      /** The same in sentences a window may have words of its own for; empty when there are none. */
      readonly said: readonly Sentence[]
      /** The workflow run it is about. */
      readonly run: WorkflowRunId | null
      /** The other version at this place that it is about. */
      readonly about: EventId | null
    }
  /** A workflow that this chat launched is done: `head` says so, `result` is what it came to. */
  | {
      readonly kind: 'result'
      readonly key: string
      readonly head: string
      readonly result: string
      readonly run: WorkflowRunId
    }
  /** Marks the end of the history copied from the parent agent. */
  | { readonly kind: 'forked'; readonly key: string }
  /** Another agent speaks from here on. `mode` says what it knows of what stands above. */
  | {
      readonly kind: 'switched'
      readonly key: string
      readonly name: string
      readonly mode: ContextMode | 'return'
    }
  /** An agent that worked in the background has ended. */
  | {
      readonly kind: 'agentEnded'
      readonly key: string
      readonly title: string
      readonly state: AgentEnd['state']
      readonly report: AgentReport
    }
  /** The summary for an agent of another family that took over. */
  | { readonly kind: 'bridged'; readonly key: string; readonly text: string }
  /** A summary that is being written. */
  | { readonly kind: 'summing'; readonly key: string; readonly text: string }
  | { readonly kind: 'compact'; readonly key: string; readonly event: DurableEventOf<'compact'> }
  | {
      readonly kind: 'cut'
      readonly key: string
      readonly why: 'length' | 'cancelled'
      readonly goesOn: GoesOn
    }
  /** The answer above did not fit what was asked for, and another was asked for. */
  | { readonly kind: 'misfit'; readonly key: string; readonly problems: readonly string[] }
  /** Something stood here that cannot be read any more. */
  | { readonly kind: 'lost'; readonly key: string }
  | { readonly kind: 'ended'; readonly key: string; readonly run: RunRecord; readonly goesOn: GoesOn }
  /** The person has gone back to here, and what came after is kept. */
  | { readonly kind: 'ahead'; readonly key: string; readonly ahead: Ahead }
  /** The unanswered marker, shown when no run is active and no other entry says so. */
  | { readonly kind: 'open'; readonly key: string; readonly goesOn: GoesOn }
