import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { DeviceId, SessionId } from '#shared/ids.ts'
import { wireProblem } from '../../../src/main/context/branch/legality.ts'
import { createBranches } from '../../../src/main/runs/history/branches.ts'
import { createForkSession } from '../../../src/main/runs/history/fork-session.ts'
import type { openTestLog } from '../data/open-log.ts'
import type { ChaosHost } from './chaos-host.ts'

/** Copies a conversation up to one of its events into a new chat. Null where one cannot go on from there. */
export function forkAt(
  { rig }: ChaosHost,
  log: ReturnType<typeof openTestLog>,
  sessionId: SessionId,
  which: number,
): { readonly copy: SessionId; readonly said: readonly string[] } | null {
  const { sessions, lane } = rig
  const branches = createBranches({ log: rig.log.log, sessions, lane, reader: log.reader })
  const fork = createForkSession({
    newId: log.newId,
    deviceId: 'dev_00000001' as DeviceId,
    sessions,
    branches,
    reader: log.reader,
    log: { folds: log.log.folds, publish: log.bus.publish },
    carryFiles: () => {},
  })
  const path = pathOf(log, rig, sessionId)
  const at = path[which % Math.max(1, path.length)]
  if (at === undefined) return null
  try {
    const copy = fork(sessionId, at.id)
    return { copy, said: wordsIn(log.reader.path(at.id, 10_000)) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'session.not_found') return null
    throw error
  }
}

/** What is wrong with a copy: words that are missing, folds that are not their rebuild, or a request nobody may send. */
export function problemsOf(
  { rig, room }: ChaosHost,
  log: ReturnType<typeof openTestLog>,
  { copy, said }: NonNullable<ReturnType<typeof forkAt>>,
): readonly unknown[] {
  const path = pathOf(log, rig, copy)
  const words = wordsIn(path)
  const lost = JSON.stringify(words) === JSON.stringify(said) ? [] : [{ said, words }]
  const live = JSON.stringify(log.store.folds(copy))
  const torn = live === JSON.stringify(log.store.rebuild(copy)) ? [] : ['The folds are not their rebuild.']
  const illegal = wireProblem(room.build(path).request.messages)
  return [...lost, ...torn, ...(illegal === null ? [] : [illegal])]
}

function pathOf(log: ReturnType<typeof openTestLog>, rig: ChaosHost['rig'], sessionId: SessionId) {
  const { activeContextId } = rig.sessions.get(sessionId).meta
  return activeContextId === null ? [] : log.paths.of(sessionId, activeContextId)
}

/** All that was said on a branch, by whom and in which order. */
function wordsIn(path: readonly DurableEvent[]): string[] {
  return path.flatMap((event) =>
    event.kind === 'message'
      ? [`${event.payload.message.role}: ${JSON.stringify(event.payload.message.parts)}`]
      : [],
  )
}
