import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import type {
  InstructionFile,
  InstructionsRefreshed,
  InstructionsView,
} from '#shared/context/instructions-view.ts'
import { AppError } from '#shared/errors.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { EventId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { type FilePair, pairFiles, refreshed, wordsOf } from '../context/instructions/compare-instructions.ts'
import type { SessionPlace, Sessions } from '../runs/chats/sessions.ts'
import type { RunLog } from '../runs/run/run-log.ts'
import { fileDiff } from '../tools/files/file-diff.ts'
import type { TakenInstructions } from './take-instructions.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds' | 'publish'>
  readonly sessions: Pick<Sessions, 'get'>
  readonly reader: {
    readonly newestOfKind: (sessionId: SessionId, kind: 'instructions.snapshot') => DurableEvent | null
    readonly event: (id: EventId) => DurableEvent | null
  }
  /** Reads what a session in this place would be told now. */
  readonly take: (place: SessionPlace) => Promise<TakenInstructions>
  /** Marks the session for new instructions in its next request. */
  readonly renewed: (sessionId: SessionId) => void
}

type Told = { readonly id: EventId; readonly at: number; readonly snapshot: InstructionSnapshot }

/** Compares a chat's frozen instructions with their files. Only the person changes them. */
export function createSessionInstructions({ log, sessions, reader, take, renewed }: Deps) {
  const told = (sessionId: SessionId): Told => {
    const event = reader.newestOfKind(sessionId, 'instructions.snapshot')
    if (event?.kind !== 'instructions.snapshot') {
      throw AppError.saying('session.not_found', say('context.noInstructions'))
    }
    return { id: event.id, at: event.ts, snapshot: event.payload.snapshot }
  }

  const onDisk = (sessionId: SessionId): Promise<TakenInstructions> => {
    const { kind, cwd, meta } = sessions.get(sessionId)
    const contexts = log.folds(sessionId).contexts
    const agentId = meta.activeContextId === null ? undefined : contexts[meta.activeContextId]?.agentId
    if (meta.projectId === null || agentId === undefined) {
      throw AppError.saying('session.not_found', say('context.noInstructions'))
    }
    return take({ kind, agentId, cwd, projectId: meta.projectId })
  }

  const publish = (sessionId: SessionId, snapshot: InstructionSnapshot): void => {
    log.publish(sessionId, [
      { kind: 'instructions.snapshot', payload: { snapshot, reason: 'manual_refresh' } },
    ])
    renewed(sessionId)
  }

  return {
    view: async (sessionId: SessionId): Promise<InstructionsView> => {
      const was = told(sessionId)
      const { snapshot: now, problems } = await onDisk(sessionId)
      return viewOf(was, now, problems)
    },
    /** Tells the model from its next request on what the files say now. */
    refresh: async (sessionId: SessionId): Promise<InstructionsRefreshed> => {
      const { snapshot: now, problems } = await onDisk(sessionId)
      const was = told(sessionId)
      publish(sessionId, refreshed(was.snapshot, now))
      return { before: was.id, changed: viewOf(was, now, problems).changed }
    },
    /** Undoes a refresh: restores the instructions of an earlier event. */
    restore: (sessionId: SessionId, eventId: EventId): void => {
      const event = reader.event(eventId)
      if (event?.kind !== 'instructions.snapshot' || event.sessionId !== sessionId) {
        throw AppError.saying('session.not_found', say('context.noInstructions'))
      }
      publish(sessionId, event.payload.snapshot)
    },
  }
}

const OTHERS = ['baseline', 'memory', 'workspace', 'environment', 'time', 'skills'] as const

function viewOf(was: Told, now: InstructionSnapshot, problems: readonly string[]): InstructionsView {
  const files = pairFiles(was.snapshot, now).map(fileOf)
  const memoryDiffers = wordsOf(was.snapshot, 'memory') !== wordsOf(now, 'memory')
  const skillsDiffer = wordsOf(was.snapshot, 'skills') !== wordsOf(now, 'skills')
  return {
    files,
    memoryDiffers,
    skillsDiffer,
    problems,
    takenAt: was.at,
    sections: OTHERS.flatMap((kind) => {
      const text = wordsOf(was.snapshot, kind)
      return text === '' ? [] : [{ kind, text }]
    }),
    changed:
      files.filter(({ state }) => state !== 'same').length + (skillsDiffer ? 1 : 0) + (memoryDiffers ? 1 : 0),
  }
}

function fileOf({ path, scope, told, now }: FilePair): InstructionFile {
  const [before, after] = [told?.text ?? '', now?.text ?? '']
  const isSame = before === after && told !== null && now !== null
  const state = told === null ? 'added' : now === null ? 'gone' : isSame ? 'same' : 'changed'
  const { text, truncated } = told ?? now ?? { text: '', truncated: false }
  return { path, scope, state, text, truncated, diff: isSame ? null : fileDiff(path, before, after) }
}
