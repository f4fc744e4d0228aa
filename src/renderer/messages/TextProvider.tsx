import { createContext, Fragment, type ReactNode, useContext, useMemo } from 'react'
import { CATALOGUES, type Locale, type MessageKey, type ParamsOf } from './catalogues.ts'
import { format, piecesOf } from './message.ts'

/** Says a message: `t('projects.count', { count: 3 })`. */
export type Text = <Key extends MessageKey>(
  key: Key,
  ...params: keyof ParamsOf<Key> extends never ? [] : [ParamsOf<Key>]
) => string

type Spoken = { readonly locale: Locale; readonly t: Text }

const TextContext = createContext<Spoken>({ locale: 'en', t: textIn('en') })

/** Makes the `t` of one language, for places outside of components. */
export function textIn(locale: Locale): Text {
  return (key, ...[params]) => format(CATALOGUES[locale][key], params ?? {}, locale)
}

/** Everything inside speaks this language. */
export function TextProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const spoken = useMemo(() => ({ locale, t: textIn(locale) }), [locale])
  return <TextContext value={spoken}>{children}</TextContext>
}

/** The function that says a message in the language of the window. */
export function useText(): Text {
  return useContext(TextContext).t
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
  const { locale } = useContext(TextContext)
  const given: Readonly<Record<string, ReactNode>> = values
  return piecesOf(CATALOGUES[locale][message], given, locale).map((piece) =>
    'text' in piece ? piece.text : <Fragment key={piece.name}>{given[piece.name]}</Fragment>,
  )
}
