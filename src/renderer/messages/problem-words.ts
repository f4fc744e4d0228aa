import type { AppErrorData } from '#shared/errors.ts'
import type { Locale } from './catalogues.ts'
import { problems } from './zh-CN/problems.ts'

/**
 * A problem in the language of the window. Main writes its sentences in English, with the names and numbers that
 * matter; another language says first what kind of problem it is.
 */
export function problemWords(locale: Locale, { code, message }: AppErrorData): string {
  return locale === 'en' ? message : `${problems[code]}（${message}）`
}
