import { dialog } from 'electron'
import type { AppError } from '#shared/errors.ts'
import { startProblem, wordsFor } from '../words.ts'
import type { HolderAnswer } from './open-when-free.ts'

type Options = { readonly headless: boolean; readonly locale: string }

const ANSWERS: readonly HolderAnswer[] = ['wait', 'stop', 'quit']

/** Asks the person what to do about a command line that uses the home. Without a person the app waits. */
export async function askAboutHolder(
  { headless, locale }: Options,
  problem: AppError,
  signal: AbortSignal,
): Promise<HolderAnswer> {
  const words = wordsFor(locale)
  const message = startProblem(problem, locale)
  process.stderr.write(`${message}\n`)
  if (headless) return 'wait'
  const { response } = await dialog.showMessageBox({
    type: 'info',
    title: 'Orrery',
    message,
    detail: words.inUseDetail,
    buttons: [words.wait, words.stopIt, words.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  })
  return ANSWERS[response] ?? 'wait'
}
