import type { ModelRef, ProjectId } from '#shared/ids.ts'
import type { WORKTREE_CALLS } from '#shared/ipc/calls/worktree-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Projects } from '../projects/registry.ts'
import type { Sessions } from '../runs/chats/sessions.ts'
import type { ChatWorktrees } from '../worktrees/chat-worktrees.ts'
import type { TaskWorktrees } from '../worktrees/task-worktrees.ts'

type Rooms = {
  readonly worktrees: Pick<TaskWorktrees, 'list' | 'places' | 'compare' | 'merge' | 'apply'>
  readonly chats: Pick<ChatWorktrees, 'open' | 'tell' | 'enter' | 'leave' | 'remove'>
  readonly projects: Pick<Projects, 'usable'>
  readonly sessions: Pick<Sessions, 'create' | 'update'>
  readonly modelOfNewChat: (
    projectId: ProjectId,
  ) => Promise<{ readonly model: ModelRef; readonly before: ModelRef | null }>
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Creates the handlers for worktrees of tasks. */
export function createWorktreeHandlers(rooms: Rooms): Pick<Handlers, keyof typeof WORKTREE_CALLS> {
  const { worktrees, chats, projects, sessions, signal } = rooms
  return {
    'worktree.list': ({ projectId }) => worktrees.list(projectId, signal),
    'worktree.places': ({ projectId }) => worktrees.places(projectId),
    'worktree.newChat': async ({ projectId, name, permissionMode, ...chosen }) => {
      const project = await projects.usable(projectId)
      const found =
        chosen.model === undefined
          ? await rooms.modelOfNewChat(projectId)
          : { model: chosen.model, before: null }
      const title = name === '' ? project.name : name
      const { cwd, worktree, item } = await chats.open({ projectId, name, from: null }, signal)
      const { model, before } = found
      const modelBefore = before === null ? {} : { modelBefore: before }
      const sessionId = await sessions.create({
        projectId,
        cwd,
        model,
        permissionMode,
        title,
        worktree,
        ...modelBefore,
      })
      chats.tell(sessionId, item)
      return { sessionId }
    },
    'worktree.enter': ({ sessionId, name }) => done(chats.enter(sessionId, name, signal)),
    'worktree.leave': ({ sessionId }) => done(chats.leave(sessionId)),
    'worktree.compare': ({ worktreeId, otherId }) => worktrees.compare(worktreeId, otherId, signal),
    'worktree.merge': ({ worktreeId }) => done(worktrees.merge(worktreeId, signal)),
    'worktree.apply': ({ worktreeId }) => worktrees.apply(worktreeId, signal),
    'worktree.remove': ({ worktreeId, anyway }) => done(chats.remove(worktreeId, anyway, signal)),
  }
}

async function done(act: Promise<void>): Promise<null> {
  await act
  return null
}
