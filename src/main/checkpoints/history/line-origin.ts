import type { LineOrigin } from '#shared/changes/changes.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { CallId, ModelRef, RunId, SessionId } from '#shared/ids.ts'
import { costOfRun, type Priced } from '#shared/model/cost.ts'
import { textOf } from '#shared/session/message-words.ts'
import type { EventReader } from '../../log/event-reader.ts'
import type { VersionRows } from '../rows.ts'
import type { Version } from '../version.ts'
import type { CommandLines } from './command-lines.ts'

type Deps = {
  readonly rows: Pick<VersionRows, 'changesTo'>
  readonly reader: Pick<EventReader, 'answerOfCall' | 'firstOfRun' | 'asksOf'>
  readonly folds: (sessionId: SessionId) => SessionFolds
  readonly modelOf: (model: ModelRef) => Priced | null
  readonly keyOf: (path: string) => string
  /** Returns what a command changed in a file; null where that is not known any more. */
  readonly commandLines: CommandLines
}

/** Changes of one file that are searched, the newest first. */
const MOST_CHANGES = 300
/** Changes by commands whose contents are compared, the newest first. */
const MOST_COMMANDS = 30
/** Characters of the person's message. */
const MOST_LETTERS = 200
/** Parent levels of a subagent. */
const MOST_LEVELS = 8

/**
 * Creates the search for the newest change by an agent that made one of some lines. Lines have their marks: `+` for an
 * added one, `-` for a removed one. The stored difference of a call decides; for a command the kept contents do.
 */
export function createLineOrigin({ rows, reader, folds, modelOf, keyOf, commandLines }: Deps) {
  return async (path: string, lines: readonly string[]): Promise<LineOrigin | null> => {
    let commands = 0
    const wanted = new Set(lines.filter((line) => line.slice(1).trim() !== ''))
    for (const version of rows.changesTo(keyOf(path), MOST_CHANGES)) {
      const { runId, callId } = version
      const answer = runId === null || callId === null ? null : reader.answerOfCall(runId, callId)
      if (runId === null || callId === null || answer === null) continue
      const told = linesTold(answer)
      if (told === null) commands += 1
      const lines = told ?? (commands > MOST_COMMANDS ? null : await commandLines(version))
      if (lines?.some((line) => wanted.has(line)) !== true) continue
      return originOf(version, runId, callId, toolOf(answer))
    }
    return null
  }

  function originOf(
    { sessionId, at }: Version,
    runId: RunId,
    callId: CallId,
    tool: string,
  ): LineOrigin | null {
    const run = folds(sessionId).runs[runId]
    const chat = chatOf(sessionId)
    if (run === undefined || chat === null) return null
    const first = reader.firstOfRun(runId)
    const message = first?.kind === 'message' ? first.payload.message : null
    const approvedAt = approvalOf(reader.asksOf(runId), callId)
    return {
      sessionId: chat.id,
      title: chat.meta.title,
      message: message === null ? '' : textOf(message).trim().slice(0, MOST_LETTERS),
      messageAt: first?.ts ?? null,
      eventId: sessionId === chat.id ? (first?.id ?? null) : null,
      agent: run.agentId,
      model: run.model,
      tool,
      at,
      approval: approvedAt === null ? 'unasked' : 'asked',
      approvedAt,
      cost: costOfRun(run, modelOf),
    }
  }

  function chatOf(sessionId: SessionId): SessionFolds['session'] {
    let session = folds(sessionId).session
    for (let level = 0; level < MOST_LEVELS && session !== null; level += 1) {
      if (session.parentSessionId === null) return session
      session = folds(session.parentSessionId).session
    }
    return session
  }
}

/** The lines of the stored difference of a call; null for a command, whose answer has none. */
function linesTold(event: DurableEvent): readonly string[] | null {
  const details = event.kind === 'message' ? event.payload.message.tool?.details : undefined
  if (details?.kind !== 'edit' && details?.kind !== 'write') return null
  return details.diff.hunks.flatMap(({ lines }) => lines)
}

const toolOf = (event: DurableEvent): string =>
  event.kind === 'message' ? (event.payload.message.tool?.details?.kind ?? '') : ''

/** The time at which the person allowed a call; null when the call ran without asking. */
function approvalOf(asks: readonly DurableEvent[], callId: CallId): number | null {
  const request = asks.find(
    (event) => event.kind === 'interaction.requested' && event.payload.callId === callId,
  )
  if (request?.kind !== 'interaction.requested') return null
  const { requestId } = request.payload
  const answer = asks.find(
    (event) => event.kind === 'interaction.resolved' && event.payload.requestId === requestId,
  )
  return answer?.ts ?? null
}
