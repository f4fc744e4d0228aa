import type { PullWatch } from '#shared/changes/pull-watch.ts'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { ProjectId, PullWatchId, SessionId, WorktreeId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import type { Sentence, SentenceName } from '#shared/sentences.ts'
import type { Git } from '../git/start-git.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { FixTree } from './fix-tree.ts'
import type { Pulls } from './open-pulls.ts'
import type { WatchRows } from './watch-rows.ts'

/** The chat and the worktree of a repair. */
export type FixPlace = { readonly sessionId: SessionId; readonly worktreeId: WorktreeId }

/**
 * The newest run of the chat of a repair. `interrupted`: the app ended meanwhile, and the person can resume it.
 */
export type FixRun = {
  readonly state: 'running' | 'waiting' | 'completed' | 'interrupted' | 'failed'
  /** The reason of a failure; empty for none. */
  readonly detail: string
}

export type FixDeps = {
  readonly git: Pick<Git, 'work'>
  readonly pulls: Pick<Pulls, 'find' | 'failures'>
  readonly project: (id: ProjectId) => Promise<Project>
  /** Creates the chat of a repair, in a worktree that begins at a commit. */
  readonly openChat: (
    wish: {
      readonly projectId: ProjectId
      readonly name: string
      readonly title: string
      readonly base: string
      /** US dollars. */
      readonly limit: number
    },
    signal: AbortSignal,
  ) => Promise<FixPlace>
  readonly tree: (id: WorktreeId) => Promise<FixTree>
  readonly send: (id: SessionId, text: string) => void
  /** Stops all runs of a chat. */
  readonly stop: (id: SessionId) => void
  /** Returns the newest run of a chat; null for a chat that is gone or has none. */
  readonly run: (id: SessionId) => FixRun | null
  /** Returns the cost of a chat with its agents, in US dollars; null where a price is unknown. */
  readonly costOf: (id: SessionId) => number | null
  /** Tells the person. */
  readonly notify: (said: Sentence & { readonly name: SentenceName }) => void
}

export type WatchDeps = FixDeps & {
  readonly rows: WatchRows
  readonly clock: Pick<Clock, 'now' | 'schedule'>
  readonly newId: () => PullWatchId
  /** Adds a text to a chat that its agent reads with its next message. False for a chat that is gone. */
  readonly tellChat: (id: SessionId, item: HarnessItem) => boolean
  readonly changed: (projectId: ProjectId) => void
  readonly logger: Logger
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** An autofix, whose `fix` is always there. */
export type FixWatch = PullWatch & { readonly fix: NonNullable<PullWatch['fix']> }
