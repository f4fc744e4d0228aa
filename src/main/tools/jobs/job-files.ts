import { addFiles, type CommandFiles, saysFiles } from '#shared/session/command-files.ts'

/** Ends a look at the files of a project, and tells which are others since it began. */
export type EndLook = () => Promise<CommandFiles>

/** Looks at the files around a program: the one from before its start, and the way to begin another. */
export type JobLooks = { readonly first: EndLook; readonly again: (signal: AbortSignal) => Promise<EndLook> }

/** The longest that a look may take to begin, in milliseconds. */
const BEGIN_MS = 20_000

type Deps = {
  readonly report: (error: unknown) => void
  /** Called with what the program changed so far, when that has grown. */
  readonly grown: (files: CommandFiles) => void
}

/**
 * Lists the files that a background program changes, piece by piece: with each reading of its agent and at its end. Each
 * piece is listed for undo like the changes of other commands.
 */
export function createJobFiles(looks: JobLooks | null, { report, grown }: Deps) {
  let current = looks?.first ?? null
  let all: CommandFiles | null = null
  let unread: CommandFiles | null = null
  let last: Promise<void> = Promise.resolve()

  const step = async (isLast: boolean): Promise<void> => {
    if (looks === null || current === null) return
    const end = current
    // The next look begins before this one ends, so that nothing falls between them.
    current = isLast ? null : await looks.again(AbortSignal.timeout(BEGIN_MS))
    const found = await end()
    if (!saysFiles(found)) return
    unread = addFiles(unread, found)
    all = addFiles(all, found)
    grown(all)
  }
  return {
    /** Lists what changed since the last listing. `isLast`: the program has ended. Never rejects. */
    list: (isLast: boolean): Promise<void> => {
      last = last.then(() => step(isLast)).catch(report)
      return last
    },
    /** Returns what was listed since this was last called; null for nothing. */
    take: (): CommandFiles | null => {
      const taken = unread
      unread = null
      return taken
    },
  }
}
