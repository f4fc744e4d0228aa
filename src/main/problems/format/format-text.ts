import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { CodeFile } from '#shared/problems/code-question.ts'
import {
  FILE_WORD,
  FORMAT_TIME,
  type FormatCommand,
  type FormatTable,
} from '#shared/problems/format-table.ts'
import type { Formatted } from '#shared/problems/formatted.ts'
import { type Sentence, say } from '#shared/sentences.ts'
import type { CheckOutput } from '../command-checks.ts'
import { quotedPath } from '../quoted-path.ts'

/** A folder of a trusted project whose files are formatted. */
export type FormatPlace = { readonly projectId: ProjectId; readonly root: string }

/** The formatter of a language server, and its name. */
export type ServerFormat = {
  readonly by: string
  /** Returns the formatted text; null where the server does not format. */
  readonly format: (signal: AbortSignal) => Promise<string | null>
}

export type FormatDeps = {
  readonly matches: (glob: string) => (path: string) => boolean
  /** Runs a command of a project in the sandbox, with a text as its input, and only while the project is trusted. */
  readonly runCommand: (
    place: FormatPlace,
    job: { readonly command: string; readonly input: string; readonly timeoutMs: number },
    signal: AbortSignal,
  ) => Promise<CheckOutput>
  /** Returns the server for a file that the person switched on; null where there is none. */
  readonly serverFor: (place: FormatPlace, file: CodeFile) => Promise<ServerFormat | null>
  /** The mark of a value that commands are not shown. A text with it must not be written. */
  readonly hiddenMark: string
  readonly platform: NodeJS.Platform
}

/** Longer texts are not formatted, in UTF-16 units. */
const LONGEST_TEXT = 2 * 1024 * 1024
const LONGEST_DETAIL = 300

/** Creates the formatter of texts: by a command of the project, or else by a language server. It writes nothing. */
export function createFormatText(deps: FormatDeps) {
  return async (
    place: FormatPlace,
    table: FormatTable,
    file: CodeFile,
    signal: AbortSignal,
  ): Promise<Formatted> => {
    signal.throwIfAborted()
    if (file.text.length > LONGEST_TEXT || file.text.trim() === '') return { state: 'off' }
    const command = (table.commands ?? []).find(({ glob }) => deps.matches(glob)(file.path))
    if (command !== undefined) return await byCommand(deps, { place, command, file }, signal)
    const server = await deps.serverFor(place, file)
    if (server === null) return { state: 'off' }
    try {
      const text = await server.format(signal)
      if (text === null) return { state: 'off' }
      return text === file.text ? { state: 'same' } : { state: 'changed', by: server.by, text }
    } catch (error) {
      signal.throwIfAborted()
      return failure(server.by, error)
    }
  }
}

export type FormatText = ReturnType<typeof createFormatText>

type Work = {
  readonly place: FormatPlace
  readonly command: FormatCommand
  readonly file: CodeFile
}

async function byCommand(
  deps: FormatDeps,
  { place, command: entry, file }: Work,
  signal: AbortSignal,
): Promise<Formatted> {
  const timeoutMs = entry.timeoutMs ?? FORMAT_TIME
  const limit = AbortSignal.timeout(timeoutMs)
  const by = entry.command
  const command = by.split(FILE_WORD).join(quotedPath(`./${file.path}`, deps.platform))
  const both = AbortSignal.any([signal, limit])
  try {
    const { exitCode, out, err } = await deps.runCommand(
      place,
      { command, input: file.text, timeoutMs },
      both,
    )
    if (exitCode !== 0) return failed(by, lastLine(err) || lastLine(out) || `exit code ${exitCode ?? '?'}`)
    if (out.trim() === '') return failed(by, '', [say('format.empty')])
    if (out.includes(deps.hiddenMark)) return failed(by, '', [say('format.secret')])
    return out === file.text ? { state: 'same' } : { state: 'changed', by, text: out }
  } catch (error) {
    signal.throwIfAborted()
    if (!limit.aborted) return failure(by, error)
    return failed(by, '', [say('problems.slow', { seconds: String(Math.round(timeoutMs / 1_000)) })])
  }
}

function failure(by: string, error: unknown): Formatted {
  if (error instanceof AppError) {
    const { message, said = [] } = error.toData()
    return failed(by, message, said)
  }
  return failed(by, error instanceof Error ? error.message : String(error))
}

const failed = (by: string, detail: string, said: readonly Sentence[] = []): Formatted => ({
  state: 'failed',
  by,
  said,
  detail: detail.slice(0, LONGEST_DETAIL),
})

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? ''
