import { AppError } from '#shared/errors.ts'
import { WorktreeId } from '#shared/ids.ts'
import type { CHANGE_CALLS } from '#shared/ipc/calls/change-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { say } from '#shared/sentences.ts'
import type { ShellPort } from '../app-port.ts'
import type { Changes } from '../changes/open-changes.ts'

type Rooms = {
  readonly changes: Changes
  readonly shell: Pick<ShellPort, 'openAtLine'>
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Creates the handlers for the changes in a project's Git repository. */
export function createChangeHandlers({
  changes,
  shell,
  signal,
}: Rooms): Pick<Handlers, keyof typeof CHANGE_CALLS> {
  return {
    'changes.list': ({ placeId, ...comparison }) => changes.list(placeId, comparison, signal),
    'changes.diff': ({ placeId, ...request }) => changes.diff(placeId, request, signal),
    'changes.stage': ({ placeId, parts }) => done(changes.stage(placeId, parts, signal)),
    'changes.unstage': ({ placeId, parts }) => done(changes.unstage(placeId, parts, signal)),
    'changes.discard': ({ placeId, parts }) => changes.discard(placeId, parts, signal),
    'changes.discarded': ({ placeId }) => changes.discarded(placeId),
    'changes.restore': ({ placeId, id }) => done(changes.restore(placeId, id, signal)),
    'changes.conflict': ({ placeId, path }) => changes.conflict(placeId, path, signal),
    'changes.keepResult': ({ placeId, path, text }) => {
      changes.keepResult(placeId, path, text)
      return null
    },
    'changes.resolve': ({ placeId, ...resolution }) => changes.resolve(placeId, resolution, signal),
    'changes.accept': ({ placeId, ...request }) => changes.accept(placeId, request, signal),
    'changes.reject': ({ placeId, ...request }) => changes.reject(placeId, request, signal),
    'changes.undecide': ({ placeId, ids }) => done(changes.undecide(placeId, ids, signal)),
    'changes.decisions': ({ placeId }) => changes.decisions(placeId),
    'changes.commit': ({ placeId, ...request }) => changes.commit(placeId, request, signal),
    'changes.draft': ({ placeId, amend }) => changes.draft(placeId, amend, signal),
    'changes.stopDraft': ({ projectId }) => {
      changes.stopDraft(projectId)
      return null
    },
    'changes.uncommit': ({ placeId, ...request }) => done(changes.uncommit(placeId, request, signal)),
    'changes.branches': ({ placeId }) => changes.branches(placeId, signal),
    'changes.switch': ({ placeId, ...request }) => {
      // The way back of a worktree needs the branch that was created with it.
      if (WorktreeId.safeParse(placeId).success) throw AppError.saying('other', say('worktree.noSwitch'))
      return done(changes.switchTo(placeId, request, signal))
    },
    'changes.distance': ({ placeId }) => changes.distance(placeId, signal),
    'changes.track': ({ placeId, remote }) => {
      if (WorktreeId.safeParse(placeId).success) throw AppError.saying('other', say('worktree.noSwitch'))
      return done(changes.track(placeId, remote, signal))
    },
    'changes.renameBranch': ({ placeId, ...names }) => {
      if (WorktreeId.safeParse(placeId).success) throw AppError.saying('other', say('worktree.noSwitch'))
      return done(changes.renameBranch(placeId, names, signal))
    },
    'changes.deleteBranch': ({ placeId, ...deletion }) => changes.deleteBranch(placeId, deletion, signal),
    'changes.restoreBranch': ({ placeId, ...branch }) => done(changes.restoreBranch(placeId, branch, signal)),
    'changes.origin': ({ placeId, ...request }) => changes.origin(placeId, request, signal),
    'changes.log': ({ placeId, limit }) => changes.log(placeId, limit, signal),
    'changes.blame': ({ placeId, path }) => changes.blame(placeId, path, signal),
    'changes.openAtLine': async ({ placeId, path, line }) => {
      const file = await changes.fileOf(placeId, path, signal)
      if (!(await shell.openAtLine(file, line))) throw AppError.saying('other', say('changes.noEditor'))
      return null
    },
    'changes.stashes': ({ placeId }) => changes.stashes(placeId, signal),
    'changes.stash': ({ placeId, ...wish }) => done(changes.stash(placeId, wish, signal)),
    'changes.stashContent': ({ placeId, id }) => changes.stashContent(placeId, id, signal),
    'changes.applyStash': ({ placeId, id }) => done(changes.applyStash(placeId, id, signal)),
    'changes.dropStash': ({ placeId, id }) => done(changes.dropStash(placeId, id, signal)),
    'changes.keepStash': ({ placeId, ...stash }) => done(changes.keepStash(placeId, stash, signal)),
    'changes.sync': ({ placeId, act }) => done(changes.sync(placeId, act, signal)),
  }
}

async function done(act: Promise<void>): Promise<null> {
  await act
  return null
}
