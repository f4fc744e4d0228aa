import type { LineOrigin } from '#shared/changes/changes.ts'
import type { CommitTrailer } from '#shared/config/choices.ts'
import { AppError } from '#shared/errors.ts'
import { PLAIN } from '../compare.ts'
import type { Repository } from '../repository.ts'

export type TrailerDeps = {
  /** The person's choice. */
  readonly trailer: () => CommitTrailer
  /** Returns the newest change by an agent that made one of some lines of a file; null for none. */
  readonly originOf: (path: string, lines: readonly string[]) => Promise<LineOrigin | null>
  /** Returns the path of a file below a folder. */
  readonly join: (folder: string, path: string) => string
}

/** Staged files whose lines are looked up. */
const MOST_FILES = 50
/** An address that can never belong to anybody. */
const NO_ADDRESS = 'noreply@orrery.invalid'

/** Adds a line to a commit message for each model whose agent made staged lines. Lines that it has already stay single. */
export async function withTrailers(
  message: string,
  { top, read }: Pick<Repository, 'top' | 'read'>,
  deps: TrailerDeps,
  signal: AbortSignal,
): Promise<string> {
  const kind = deps.trailer()
  if (kind === 'none') return message
  const models = new Set<string>()
  // Git would quote names with other letters than those of English.
  const args = ['-c', 'core.quotePath=false', 'diff', '--cached', '-M', '--unified=0', ...PLAIN]
  const patch = await read(args, signal).catch((error: unknown) => {
    // More than git may print: no model is named, instead of only some.
    if (error instanceof AppError) return Buffer.from('')
    throw error
  })
  for (const { path, lines } of stagedLines(patch.toString('utf8')).slice(0, MOST_FILES)) {
    signal.throwIfAborted()
    const origin = await deps.originOf(deps.join(top, path), lines)
    if (origin !== null) models.add(origin.model)
  }
  const trailers = [...models]
    .toSorted()
    .map((model) => trailerOf(kind, model))
    .filter((line) => !message.includes(line))
  if (trailers.length === 0) return message
  return `${message.trimEnd()}\n${endsWithTrailers(message) ? '' : '\n'}${trailers.join('\n')}`
}

/** Whether the last paragraph, which is not the subject, holds trailers only. */
function endsWithTrailers(message: string): boolean {
  const paragraphs = message.trimEnd().split('\n\n')
  const last = paragraphs.at(-1) ?? ''
  return paragraphs.length > 1 && last.split('\n').every((line) => /^[A-Za-z-]+: \S/.test(line))
}

function trailerOf(kind: Exclude<CommitTrailer, 'none'>, ref: string): string {
  // A name is one word of one line, whatever a server calls its model.
  const model = ref.replace(/[^\p{L}\p{N}._:/@+-]+/gu, '-')
  return kind === 'assisted-by'
    ? `Assisted-by: Orrery (${model})`
    : `Co-authored-by: Orrery (${model}) <${NO_ADDRESS}>`
}

/** Returns the changed lines of a patch with their marks, by the file as it is now. Files that are gone are left out. */
function stagedLines(patch: string): readonly { readonly path: string; readonly lines: readonly string[] }[] {
  return patch.split(/^(?=diff --git )/m).flatMap((file) => {
    const lines = file.split('\n')
    const head = lines.findIndex((line) => line.startsWith('@@'))
    const named = lines.find((line) => line.startsWith('+++ b/'))
    if (head === -1 || named === undefined) return []
    return [
      {
        path: named.slice('+++ b/'.length).trimEnd(),
        lines: lines.slice(head).filter((line) => /^[+-]/.test(line)),
      },
    ]
  })
}
