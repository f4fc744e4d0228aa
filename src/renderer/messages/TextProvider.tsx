import { createContext, Fragment, type ReactNode, useCallback, useContext, useMemo } from 'react'
import type { AppErrorData } from '#shared/errors.ts'
import type { Sentence, Told } from '#shared/sentences.ts'
import { CATALOGUES, type Locale, type MessageKey, type ParamsOf } from './catalogues.ts'
import { type NumberText, type Words, wordsIn } from './message.ts'
import { noticeWords, problemWords, stopWords } from './problem-words.ts'

/** Formats a message: `t('projects.count', { count: 3 })`. */
export type Text = <Key extends MessageKey>(
  key: Key,
  ...params: keyof ParamsOf<Key> extends never ? [] : [ParamsOf<Key>]
) => string

type Spoken = {
  readonly locale: Locale
  readonly t: Text
  readonly words: Words
  readonly say: (problem: AppErrorData) => string
}

const TextContext = createContext<Spoken>(spokenIn('en'))

/** Makes the `t` of one language, for places outside of components. */
export function textIn(locale: Locale): Text {
  return spokenIn(locale).t
}

function spokenIn(locale: Locale): Spoken {
  const words = wordsIn(locale)
  return {
    locale,
    words,
    t: (key, ...[params]) => words.format(CATALOGUES[locale][key], params ?? {}),
    say: (problem) => problemWords(locale, problem),
  }
}

/** Everything inside speaks this language. */
export function TextProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const spoken = useMemo(() => spokenIn(locale), [locale])
  return <TextContext value={spoken}>{children}</TextContext>
}

/** The function that says a message in the language of the window. */
export function useText(): Text {
  return useContext(TextContext).t
}

/**
 * Formats a problem in the window's language. Not for an error thrown by a call: that is already localised.
 */
export function useProblemWords(): (problem: AppErrorData) => string {
  return useContext(TextContext).say
}

/** Formats a notice of main in the window's language. */
export function useNoticeWords(): (text: string, said: readonly Sentence[]) => string {
  const { locale } = useContext(TextContext)
  return useCallback((text, said) => noticeWords(locale, text, said), [locale])
}

/** Returns the formatter of stop reasons: messages of main, or quotes from elsewhere. */
export function useStopWords(): (text: string, said: readonly Sentence[]) => string {
  const { locale } = useContext(TextContext)
  return useCallback((text, said) => stopWords(locale, text, said), [locale])
}

/** Formats text of main in the window's language. */
export function useTold(): (told: Told) => string {
  const { locale } = useContext(TextContext)
  return ({ text, said }) => noticeWords(locale, text, said)
}

/** Writes numbers in the language of the window. */
export function useNumberText(): NumberText {
  return useContext(TextContext).words.number
}

export function useLocale(): Locale {
  return useContext(TextContext).locale
}

type RichProps<Key extends MessageKey> = {
  readonly message: Key
  readonly values: ParamsOf<Key, ReactNode>
}

/** A message with elements in its gaps, for example a name in bold. */
export function Rich<Key extends MessageKey>({ message, values }: RichProps<Key>) {
  const { locale, words } = useContext(TextContext)
  const given: Readonly<Record<string, ReactNode>> = values
  return words
    .piecesOf(CATALOGUES[locale][message], given)
    .map((piece) =>
      'text' in piece ? piece.text : <Fragment key={piece.name}>{given[piece.name]}</Fragment>,
    )
}
