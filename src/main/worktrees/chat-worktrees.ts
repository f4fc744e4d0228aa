import { stat } from 'node:fs/promises'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ProjectId, SessionId, WorktreeId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { type Sentence, say } from '#shared/sentences.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { WorktreeRef } from '#shared/worktree/worktree.ts'
import type { Logger } from '../lib/logger.ts'
import { enterText, leaveText, lostText } from './place-words.ts'
import type { ReadyWorktree, TaskWorktrees, WorktreeWish } from './task-worktrees.ts'

export type ChatWorktreeDeps = {
  readonly worktrees: Pick<TaskWorktrees, 'create' | 'get' | 'work' | 'remove'>
  readonly session: (id: SessionId) => SessionRecord
  readonly publish: (id: SessionId, events: readonly NewDurableEvent[]) => void
  /** Adds a text to a chat that its agent reads with its next message. */
  readonly tell: (id: SessionId, item: HarnessItem) => void
  /** Whether a run of the session is active. */
  readonly isRunning: (id: SessionId) => boolean
  readonly project: (id: ProjectId) => Promise<Project>
  /** The sessions that work in a worktree. */
  readonly sessionsIn: (id: WorktreeId, projectId: ProjectId) => readonly SessionId[]
  readonly logger: Logger
}

/** The folder a session begins in, and the worktree it belongs to. */
export type SessionPlace = {
  readonly cwd: string
  readonly worktree: WorktreeRef
  /** The text that tells an agent of its place. */
  readonly item: HarnessItem
}

export type ChatWorktrees = ReturnType<typeof createChatWorktrees>

/** Moves chats and agents into worktrees and back. */
export function createChatWorktrees(deps: ChatWorktreeDeps) {
  const { worktrees, session, publish } = deps
  const projectOf = async ({ meta }: SessionRecord): Promise<Project> => {
    if (meta.projectId === null) throw AppError.saying('project.not_found', say('chat.noProject'))
    return deps.project(meta.projectId)
  }
  const idle = (id: SessionId) => {
    if (deps.isRunning(id)) throw AppError.saying('run.active', say('worktree.busy'))
  }
  /** Moves a session back to the folder it is for: that of the project, or that of its parent. */
  const back = async (record: SessionRecord, item: (cwd: string) => HarnessItem): Promise<void> => {
    const { parentSessionId } = record
    const parent = parentSessionId === null ? null : session(parentSessionId)
    const cwd = parent?.cwd ?? (await projectOf(record)).path
    publish(record.id, [{ kind: 'session.meta', payload: { changes: { worktree: null }, cwd } }])
    deps.tell(record.id, item(cwd))
  }
  const placeOf = (tree: ReadyWorktree, isAgent: boolean): SessionPlace => ({
    cwd: tree.cwd,
    worktree: { id: tree.id, branch: tree.branch },
    item: noticeOf(enterText(tree, isAgent), ...receiptOf(tree)),
  })
  const returnAll = async (id: WorktreeId, projectId: ProjectId): Promise<void> => {
    for (const sessionId of deps.sessionsIn(id, projectId)) {
      await back(session(sessionId), (cwd) => noticeOf(leaveText(cwd), say('worktree.nowBack')))
    }
  }
  return {
    /** Creates a worktree for a session that is about to begin. `from`: the folder of its parent. */
    open: async (wish: WorktreeWish, signal: AbortSignal): Promise<SessionPlace> =>
      placeOf(await worktrees.create(wish, signal), wish.from !== null),
    /** Tells the agent of a chat that begins of its worktree. */
    tell: deps.tell,
    /** Moves a chat into a new worktree. The chat must be idle. */
    enter: async (id: SessionId, name: string, signal: AbortSignal): Promise<void> => {
      idle(id)
      const record = session(id)
      const project = await projectOf(record)
      const wish = { projectId: project.id, name: name === '' ? record.meta.title : name, from: null }
      const { cwd, worktree, item } = placeOf(await worktrees.create(wish, signal), false)
      publish(id, [{ kind: 'session.meta', payload: { changes: { worktree }, cwd } }])
      deps.tell(id, item)
    },
    /** Moves a chat back to the folder of its project. The worktree is kept. */
    leave: async (id: SessionId): Promise<void> => {
      idle(id)
      const record = session(id)
      if (treeOf(record) === null) throw AppError.saying('other', say('worktree.notIn'))
      await back(record, (cwd) => noticeOf(leaveText(cwd), say('worktree.nowBack')))
    },
    /** Removes a worktree. Chats and agents in it return to the project first. */
    remove: async (id: WorktreeId, anyway: boolean, signal: AbortSignal): Promise<void> => {
      const tree = worktrees.get(id)
      await worktrees.remove(id, anyway, signal)
      if (tree !== null) await returnAll(id, tree.projectId)
    },
    /** Moves a session back whose worktree was deleted outside the app. Call it before a run. */
    ensure: async (id: SessionId): Promise<void> => {
      const record = session(id)
      const ref = treeOf(record)
      if (ref === null || (await exists(record.cwd))) return
      const { branch } = ref
      await back(record, (folder) =>
        noticeOf(lostText(branch, folder), say('worktree.lost', { branch, folder })),
      )
    },
    /** Removes the worktree of an agent that has ended, unless it holds work. */
    ended: async (id: SessionId, signal: AbortSignal): Promise<void> => {
      const ref = treeOf(session(id))
      if (ref === null || deps.isRunning(id)) return
      try {
        const { state, commits } = await worktrees.work(ref.id, signal)
        if (state !== 'clean' || commits > 0) return
        const tree = worktrees.get(ref.id)
        await worktrees.remove(ref.id, false, signal)
        if (tree !== null) await returnAll(ref.id, tree.projectId)
      } catch (error) {
        deps.logger.info('The worktree of an agent was kept', { branch: ref.branch, reason: String(error) })
      }
    },
  }
}

const treeOf = ({ meta }: SessionRecord): WorktreeRef | null => meta.worktree ?? null

async function exists(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null))?.isDirectory() === true
}

/** Returns the sentences that tell the person of a new worktree and of its set-up. */
function receiptOf({ branch, setup }: ReadyWorktree): Sentence[] {
  const { linked, cloned, copied, commands } = setup
  const listed = (
    key: 'worktree.linked' | 'worktree.cloned' | 'worktree.copied',
    names: readonly string[],
  ) => (names.length === 0 ? [] : [say(key, { names: names.join(', ') })])
  return [
    say('worktree.nowIn', { branch }),
    ...listed('worktree.linked', linked),
    ...listed('worktree.cloned', cloned),
    ...listed('worktree.copied', copied),
    ...(commands.length === 0 ? [] : [say('worktree.setup', { commands: commands.join('; ') })]),
  ]
}

function noticeOf(content: string, ...said: readonly Sentence[]): HarnessItem {
  return {
    kind: 'runtime-notice',
    origin: 'system',
    content,
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
    data: { said },
  }
}
