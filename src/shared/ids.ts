import { z } from 'zod'

/** A branded id: a short prefix that names the noun, then characters that sort by time of creation. */
const idOf = <Brand extends string>(prefix: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-z]{8,40}$`))
    .brand<Brand>()

export const SessionId = idOf<'SessionId'>('ses')
export type SessionId = z.infer<typeof SessionId>

export const ContextId = idOf<'ContextId'>('ctx')
export type ContextId = z.infer<typeof ContextId>

export const EventId = idOf<'EventId'>('evt')
export type EventId = z.infer<typeof EventId>

export const RunId = idOf<'RunId'>('run')
export type RunId = z.infer<typeof RunId>

export const WorkflowRunId = idOf<'WorkflowRunId'>('wfr')
export type WorkflowRunId = z.infer<typeof WorkflowRunId>

export const PlanId = idOf<'PlanId'>('pln')
export type PlanId = z.infer<typeof PlanId>

export const ProjectId = idOf<'ProjectId'>('prj')
export type ProjectId = z.infer<typeof ProjectId>

export const DeviceId = idOf<'DeviceId'>('dev')
export type DeviceId = z.infer<typeof DeviceId>

export const ClientId = idOf<'ClientId'>('cli')
export type ClientId = z.infer<typeof ClientId>

export const BlobId = idOf<'BlobId'>('blb')
export type BlobId = z.infer<typeof BlobId>

export const RequestId = idOf<'RequestId'>('req')
export type RequestId = z.infer<typeof RequestId>

export const QueueItemId = idOf<'QueueItemId'>('que')
export type QueueItemId = z.infer<typeof QueueItemId>

export const GrantId = idOf<'GrantId'>('grt')
export type GrantId = z.infer<typeof GrantId>

export const MemoryId = idOf<'MemoryId'>('mem')
export type MemoryId = z.infer<typeof MemoryId>

/** One act that changed what is remembered, on one item or on many. */
export const MemoryChangeId = idOf<'MemoryChangeId'>('mch')
export type MemoryChangeId = z.infer<typeof MemoryChangeId>

export const TeamId = idOf<'TeamId'>('tea')
export type TeamId = z.infer<typeof TeamId>

export const TerminalId = idOf<'TerminalId'>('trm')
export type TerminalId = z.infer<typeof TerminalId>

export const PageId = idOf<'PageId'>('pag')
export type PageId = z.infer<typeof PageId>

/** One act that changed pages, one or many. */
export const PageChangeId = idOf<'PageChangeId'>('pch')
export type PageChangeId = z.infer<typeof PageChangeId>

/** A folder whose files are pages. */
export const PageFolderId = idOf<'PageFolderId'>('pfo')
export type PageFolderId = z.infer<typeof PageFolderId>

/** Something found worth remembering, before the person has answered. */
export const MemoryProposalId = idOf<'MemoryProposalId'>('mpr')
export type MemoryProposalId = z.infer<typeof MemoryProposalId>

export const WorktreeId = idOf<'WorktreeId'>('wtr')
export type WorktreeId = z.infer<typeof WorktreeId>

/** A pull request that is followed. */
export const PullWatchId = idOf<'PullWatchId'>('pwt')
export type PullWatchId = z.infer<typeof PullWatchId>

/** A folder whose changes are reviewed: that of a project, or a worktree of it. */
export const ChangePlaceId = z.union([ProjectId, WorktreeId])
export type ChangePlaceId = z.infer<typeof ChangePlaceId>

export const TriggerId = idOf<'TriggerId'>('trg')
export type TriggerId = z.infer<typeof TriggerId>

/** One event that reached a trigger. */
export const TriggerFiringId = idOf<'TriggerFiringId'>('tfi')
export type TriggerFiringId = z.infer<typeof TriggerFiringId>

/** An agent's name, as its definition file spells it. */
export const AgentId = z.string().min(1).max(80)
export type AgentId = z.infer<typeof AgentId>

/** The id a model gives one tool call. It is only unique inside one run. */
export const CallId = z.string().min(1).max(200)
export type CallId = z.infer<typeof CallId>

/** Milliseconds: a length of time, or a moment counted from the Unix epoch. */
export const Millis = z.number()
export type Millis = z.infer<typeof Millis>

/** A model reference: `<provider>/<id>`, for example `orrery/practice`. */
export const ModelRef = z.string().regex(/^[^/\s]+\/.+$/)
export type ModelRef = z.infer<typeof ModelRef>

/** Names what was written and is not saved yet: of a new script in a project, or in the script of a run to fork. */
export const ScriptDraftKey = z.templateLiteral(['script:', z.union([ProjectId, WorkflowRunId])])
export type ScriptDraftKey = z.infer<typeof ScriptDraftKey>
