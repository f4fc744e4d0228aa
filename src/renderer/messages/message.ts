/** A text with `{name}` where a value goes, or one text per plural form, chosen by the value named `count`. */
export type Message =
  | string
  | { readonly one?: string; readonly few?: string; readonly many?: string; readonly other: string }

export type Catalogue = Readonly<Record<string, Message>>

type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The names of the values a message needs. */
export type PlaceholdersOf<M> = M extends string
  ? NamesIn<M>
  : M extends { readonly other: infer Other extends string }
    ? NamesIn<Other> | 'count'
    : never

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

type Translated<English, Mine> = {
  [Key in keyof English]: Key extends keyof Mine
    ? Same<PlaceholdersOf<English[Key]>, PlaceholdersOf<Mine[Key]>> extends true
      ? Mine[Key]
      : { readonly 'needs the values': PlaceholdersOf<English[Key]> }
    : Message
} & { [Key in Exclude<keyof Mine, keyof English>]: never }

/**
 * Declares a translation of `English`. It compiles only with exactly the same keys, each with the same
 * values in it.
 */
export function translationOf<English extends Catalogue>() {
  return <const Mine extends Catalogue>(messages: Mine & Translated<English, Mine>): Mine => messages
}

export type Piece = { readonly text: string } | { readonly name: string }

export type Words = ReturnType<typeof wordsIn>

/** Writes a number in one language, with at least and at most so many digits after its point. */
export type NumberText = (
  value: number,
  digits?: { readonly least?: number; readonly most?: number },
) => string

/** Puts values into the messages of one language. Its rules are made once, when first needed: they are the dear part. */
export function wordsIn(locale: string) {
  const number = numberTextIn(locale)
  let plural: Intl.PluralRules | null = null
  const formOf = (message: Message, count: unknown): string => {
    if (typeof message === 'string') return message
    plural ??= new Intl.PluralRules(locale)
    const form = plural.select(typeof count === 'number' ? count : 0)
    return (form === 'one' || form === 'few' || form === 'many' ? message[form] : undefined) ?? message.other
  }

  /** Cuts a message into its words and its gaps, after choosing the plural form. */
  function piecesOf(message: Message, params: Readonly<Record<string, unknown>>): readonly Piece[] {
    return formOf(message, params['count'])
      .split(/(\{\w+\})/)
      .filter((part) => part !== '')
      .map((part) => (/^\{\w+\}$/.test(part) ? { name: part.slice(1, -1) } : { text: part }))
  }

  function format(message: Message, params: Readonly<Record<string, string | number>>): string {
    if (typeof message === 'string' && !message.includes('{')) return message
    return piecesOf(message, params)
      .map((piece) => ('text' in piece ? piece.text : shown(params[piece.name], number)))
      .join('')
  }

  return { format, piecesOf, number }
}

function numberTextIn(locale: string): NumberText {
  const formats = new Map<string, Intl.NumberFormat>()
  return (value, { least = 0, most = Math.max(least, 3) } = {}) => {
    const name = `${least} ${most}`
    const known =
      formats.get(name) ??
      new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most })
    formats.set(name, known)
    return known.format(value)
  }
}

function shown(value: string | number | undefined, number: NumberText): string {
  return typeof value === 'number' ? number(value) : (value ?? '')
}
