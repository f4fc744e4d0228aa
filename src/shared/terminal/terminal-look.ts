import { z } from 'zod'

/** The shapes of a cursor in a terminal. */
export const CURSORS = ['block', 'bar', 'underline'] as const

/** The smallest and largest font of a terminal, in CSS pixels. */
export const FONT_SIZE = { least: 8, most: 32 } as const

/** The smallest and largest line height of a terminal, as a multiple of the font size. */
export const LINE_HEIGHT = { least: 1, most: 2 } as const

/** The names of fonts as CSS has them, without what could end the rule they stand in. */
const FontFamily = z
  .string()
  .max(200)
  .regex(/^[^{}<>;\\/@\p{Cc}]*$/u)

/** The look of terminals. An empty font means that of code in the app. */
export const TerminalLook = z.strictObject({
  font: FontFamily,
  fontSize: z.number().int().min(FONT_SIZE.least).max(FONT_SIZE.most),
  lineHeight: z.number().min(LINE_HEIGHT.least).max(LINE_HEIGHT.most),
  cursor: z.enum(CURSORS),
  blinks: z.boolean(),
})
export type TerminalLook = Readonly<z.infer<typeof TerminalLook>>
