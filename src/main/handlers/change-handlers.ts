import { AppError } from '#shared/errors.ts'
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
    'changes.list': ({ projectId, ...comparison }) => changes.list(projectId, comparison, signal),
    'changes.diff': ({ projectId, ...request }) => changes.diff(projectId, request, signal),
    'changes.stage': ({ projectId, parts }) => done(changes.stage(projectId, parts, signal)),
    'changes.unstage': ({ projectId, parts }) => done(changes.unstage(projectId, parts, signal)),
    'changes.discard': ({ projectId, parts }) => changes.discard(projectId, parts, signal),
    'changes.discarded': ({ projectId }) => changes.discarded(projectId),
    'changes.restore': ({ projectId, id }) => done(changes.restore(projectId, id, signal)),
    'changes.accept': ({ projectId, ...request }) => changes.accept(projectId, request, signal),
    'changes.reject': ({ projectId, ...request }) => changes.reject(projectId, request, signal),
    'changes.undecide': ({ projectId, ids }) => done(changes.undecide(projectId, ids, signal)),
    'changes.decisions': ({ projectId }) => changes.decisions(projectId),
    'changes.commit': ({ projectId, ...request }) => changes.commit(projectId, request, signal),
    'changes.draft': ({ projectId, amend }) => changes.draft(projectId, amend, signal),
    'changes.stopDraft': ({ projectId }) => {
      changes.stopDraft(projectId)
      return null
    },
    'changes.uncommit': ({ projectId, ...request }) => done(changes.uncommit(projectId, request, signal)),
    'changes.branches': ({ projectId }) => changes.branches(projectId, signal),
    'changes.switch': ({ projectId, ...request }) => done(changes.switchTo(projectId, request, signal)),
    'changes.origin': ({ projectId, ...request }) => changes.origin(projectId, request, signal),
    'changes.log': ({ projectId, limit }) => changes.log(projectId, limit, signal),
    'changes.blame': ({ projectId, path }) => changes.blame(projectId, path, signal),
    'changes.openAtLine': async ({ projectId, path, line }) => {
      const file = await changes.fileOf(projectId, path, signal)
      if (!(await shell.openAtLine(file, line))) throw AppError.saying('other', say('changes.noEditor'))
      return null
    },
    'changes.stashes': ({ projectId }) => changes.stashes(projectId, signal),
    'changes.stash': ({ projectId, message }) => done(changes.stash(projectId, message, signal)),
    'changes.applyStash': ({ projectId, id }) => done(changes.applyStash(projectId, id, signal)),
    'changes.dropStash': ({ projectId, id }) => done(changes.dropStash(projectId, id, signal)),
    'changes.keepStash': ({ projectId, ...stash }) => done(changes.keepStash(projectId, stash, signal)),
    'changes.sync': ({ projectId, act }) => done(changes.sync(projectId, act, signal)),
  }
}

async function done(act: Promise<void>): Promise<null> {
  await act
  return null
}
