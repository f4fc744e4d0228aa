import { z } from 'zod'
import { parseJson } from '#shared/parse-json.ts'
import type { TranscriptSource } from '#shared/session/exports/session-file.ts'
import type { Line } from './read-lines.ts'
import { SessionFileHead } from './session-lines.ts'

/** Maximum lines scanned to detect the source program. */
const LINES = 200

const CODEX_TYPES = [
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'message',
  'function_call',
  'reasoning',
]
const Codex = z.object({ type: z.enum(CODEX_TYPES) })
const Claude = z.object({
  type: z.enum([
    'user',
    'assistant',
    'system',
    'summary',
    'attachment',
    'file-history-snapshot',
    'custom-title',
    'ai-title',
    'queue-operation',
  ]),
})

/** Returns the program that wrote these lines, or null for an unknown one. */
export async function sourceOf(lines: AsyncIterable<Line>): Promise<TranscriptSource | null> {
  let looked = 0
  for await (const line of lines) {
    const found = 'damaged' in line ? null : sourceOfLine(line.text)
    if (found !== null) return found
    looked += 1
    if (looked >= LINES) return null
  }
  return null
}

function sourceOfLine(text: string): TranscriptSource | null {
  try {
    const json: unknown = parseJson(text)
    if (SessionFileHead.safeParse(json).success) return 'orrery'
    if (Codex.safeParse(json).success) return 'codex'
    return Claude.safeParse(json).success ? 'claude-code' : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
