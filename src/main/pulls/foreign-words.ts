import { z } from 'zod'

/** Characters of a foreign text, and entries of a foreign list, that are kept. */
const MOST_TEXT = 60_000
const MOST_LINE = 500
export const MOST_ENTRIES = 200

/** One line of a foreign text, such as a name. What would begin another line becomes a space. */
export const Line = z.string().transform((text) =>
  text
    .slice(0, MOST_LINE)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim(),
)

/** A foreign text. */
export const Text = z.string().transform((text) => text.slice(0, MOST_TEXT))

/** An address that may be opened: a plain web address. Empty for any other. */
export const Link = z
  .string()
  .catch('')
  .transform((text) => (/^https:\/\/[^\s"'<>]+$/.test(text) && text.length <= 2_000 ? text : ''))
