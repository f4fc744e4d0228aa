import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readRecording } from '#shared/mcp/recording.ts'
import { parseJson } from '#shared/parse-json.ts'
import type { Scene } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { UsageError } from '../usage-error.ts'
import { createReplay } from './replay.ts'

/** Runs a recording as an MCP server on standard input and output, until the input ends. */
export async function replayRecording(name: string, { terminal, cwd }: Scene): Promise<number> {
  const file = resolve(cwd, name)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  const recording = readRecording(text)
  if (recording === null) throw new UsageError(`${file} is not a recording of an MCP server.`)
  const { server, protocol } = recording.head
  terminal.err(`Replays ${recording.messages.length} messages of ${server}, protocol ${protocol ?? '?'}.\n`)
  const replay = createReplay(recording, {
    pause,
    send: (message) => terminal.out(`${JSON.stringify(message)}\n`),
  })
  const open = new Set<Promise<void>>()
  for await (const line of terminal.lines()) {
    const work: Promise<void> = replay.receive(parsed(line)).finally(() => open.delete(work))
    open.add(work)
  }
  return EXIT_CODES.done
}

/** The message of a line; null for a line that is not JSON. */
function parsed(line: string): unknown {
  try {
    return parseJson(line)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
