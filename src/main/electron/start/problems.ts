import { dialog } from 'electron'
import type { Logger } from '../../lib/logger.ts'

/**
 * Shows problems that no page can show. On a machine without a person the text goes only to stderr, where it
 * is always written.
 */
export type Problems = {
  /** Resolves when it was read. */
  readonly show: (title: string, sentence: string) => Promise<void>
  /** Shows a problem without blocking. */
  readonly mention: (title: string, sentence: string) => void
}

type ProblemsDeps = { readonly headless: boolean; readonly ok: () => string; readonly logger: Logger }

export function createProblems({ headless, ok, logger }: ProblemsDeps): Problems {
  const show = async (title: string, sentence: string) => {
    writeProblem(title, sentence)
    if (headless) return
    await dialog.showMessageBox({ type: 'error', title, message: title, detail: sentence, buttons: [ok()] })
  }
  return {
    show,
    mention: (title, sentence) => {
      show(title, sentence).catch((error: unknown) => logger.error('A problem could not be shown', error))
    },
  }
}

/** For problems that come before everything else, when there is no log and the app is not ready. */
export function showEarlyProblem(title: string, sentence: string, headless: boolean): void {
  writeProblem(title, sentence)
  if (!headless) dialog.showErrorBox(title, sentence)
}

function writeProblem(title: string, sentence: string): void {
  process.stderr.write(`${title}. ${sentence}\n`)
}
