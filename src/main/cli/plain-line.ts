/** Returns a text as one line without the characters that move, hide or colour other text in a terminal. */
export const plainLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')

/** Returns a text with its lines and tabs, without the characters that control a terminal. */
export const plainLines = (text: string): string =>
  text.replace(/(?!\p{Emoji_Component})[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) =>
    '\n\t'.includes(sign) ? sign : '',
  )
