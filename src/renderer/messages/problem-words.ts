import type { AppErrorData } from '#shared/errors.ts'
import { filled } from '#shared/filled.ts'
import type { Sentence } from '#shared/sentences.ts'
import type { Locale } from './catalogues.ts'
import { factsInChinese, knownReason, reasonWords } from './zh-CN/facts.ts'
import { problems } from './zh-CN/problems.ts'
import { sentences } from './zh-CN/sentences.ts'

/**
 * Formats a problem in the window's language. Main writes English and names the sentences. Without a
 * translation of all of them the kind of the problem comes first, followed by main's text with the details.
 * An empty list of sentences means it is already localised.
 */
export function problemWords(locale: Locale, problem: AppErrorData): string {
  const { code, message, said } = problem
  if (locale === 'en' || said?.length === 0) return message
  // Why something was stopped is stored in a few words of ours.
  const reason = said === undefined ? knownReason(message) : null
  return reason ?? translated(said ?? []) ?? `${problems[code]}（原文：“${message}”）`
}

/** Returns a chat notice in the window's language, or in main's own wording. */
export function noticeWords(locale: Locale, text: string, said: readonly Sentence[]): string {
  return locale === 'en' ? text : (translated(said) ?? text)
}

/** Why something was stopped or did not come off, in the language of the window. */
export function stopWords(locale: Locale, text: string, said: readonly Sentence[]): string {
  return locale === 'en' ? text : (translated(said) ?? reasonWords(text))
}

function translated(said: readonly Sentence[]): string | null {
  const texts: Readonly<Record<string, string>> = sentences
  const known = said.filter(({ name }) => Object.hasOwn(texts, name))
  if (said.length === 0 || known.length < said.length) return null
  return known.map(({ name, facts }) => filled(texts[name] ?? '', factsInChinese(name, facts))).join('')
}
