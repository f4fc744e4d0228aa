import type { DurableEvent } from '#shared/events/event.ts'
import type { FileDiff } from '#shared/session/file-diff.ts'
import type { EventReader } from '../../log/event-reader.ts'
import { decodeText, detectEncoding, encodeText, type TextEncoding } from '../../tools/files/text-encoding.ts'
import type { Rebuilt } from '../inspect-file.ts'

const UTF8: TextEncoding = { charset: 'utf8', bom: false }

/**
 * Creates the reconstruction of a changed file from its earlier content and the tool's diff, if that is
 * complete.
 */
export function createRebuilt(reader: Pick<EventReader, 'answerOfCall'>): Rebuilt {
  return ({ runId, callId }, before) => {
    const answer = runId === null || callId === null ? null : reader.answerOfCall(runId, callId)
    const diff = answer === null ? null : diffOf(answer)
    const encoding = before.length === 0 ? UTF8 : detectEncoding(before)
    if (diff === null || diff.cut || encoding === null || encoding.lossy === true) return []
    return candidates(decodeText(before, encoding), diff).map((text) => encodeText(text, encoding))
  }
}

function diffOf(event: DurableEvent): FileDiff | null {
  const details = event.kind === 'message' ? event.payload.message.tool?.details : undefined
  return details?.kind === 'edit' || details?.kind === 'write' ? details.diff : null
}

/** A difference tells neither line endings nor whether the last line has one, so both are tried. */
function candidates(before: string, { hunks }: FileDiff): string[] {
  const lines = patched(linesOf(before.replaceAll('\r\n', '\n')), hunks)
  const bare = lines.join('\n')
  const texts = lines.length === 0 ? [''] : [`${bare}\n`, bare]
  return texts.flatMap((text) => [text, text.replaceAll('\n', '\r\n')])
}

function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

function patched(before: readonly string[], hunks: FileDiff['hunks']): string[] {
  const after: string[] = []
  let at = 0
  for (const { oldStart, lines } of hunks) {
    after.push(...before.slice(at, oldStart - 1))
    at = Math.max(at, oldStart - 1)
    for (const line of lines) {
      if (!line.startsWith('+')) at += 1
      if (!line.startsWith('-')) after.push(line.slice(1))
    }
  }
  return [...after, ...before.slice(at)]
}
