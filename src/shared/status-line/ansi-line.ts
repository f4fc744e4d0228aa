/** A colour of the terminal, by its name; shades and other colours are mapped to the nearest. */
export type AnsiColour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'grey'

/** A piece of text with one look. */
export type AnsiPart = {
  readonly text: string
  readonly colour: AnsiColour | null
  readonly bold: boolean
  readonly dim: boolean
  readonly italic: boolean
  readonly underline: boolean
}

type Look = Omit<AnsiPart, 'text'>

const PLAIN: Look = { colour: null, bold: false, dim: false, italic: false, underline: false }
/** Longest text that is read, in characters. */
const LONGEST = 2_000

/** Escape sequences of ECMA-48: CSI, OSC up to its end, and two-character ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is read here
const ESCAPE = /\u001b(?:\[([0-9;:]*)([ -/]*[@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_]|.?)/g
/** Control characters, and marks that turn the direction of text or hide in it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are taken out
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Reads one line with ANSI looks. Everything but colours and weights of text is left out. */
export function readAnsiLine(source: string): readonly AnsiPart[] {
  const line = source.slice(0, LONGEST)
  const parts: AnsiPart[] = []
  let look = PLAIN
  let at = 0
  const add = (piece: string) => {
    const text = piece.replace(UNSEEN, ' ')
    if (text !== '') parts.push({ text, ...look })
  }
  for (const found of line.matchAll(ESCAPE)) {
    add(line.slice(at, found.index))
    at = found.index + found[0].length
    if (found[2] === 'm') look = lookAfter(look, (found[1] ?? '').split(/[;:]/).map(Number))
  }
  add(line.slice(at))
  return parts
}

/** Returns the text without escape sequences. */
export const plainAnsi = (source: string): string =>
  readAnsiLine(source)
    .map(({ text }) => text)
    .join('')

const COLOURS: readonly (AnsiColour | null)[] = [
  'grey',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  null,
]

function lookAfter(before: Look, codes: readonly number[]): Look {
  let look = before
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0
    if (code === 38 || code === 48) {
      const { colour, taken } = extended(codes.slice(at + 1))
      if (code === 38) look = { ...look, colour }
      at += taken
    } else look = simple(look, code)
  }
  return look
}

function simple(look: Look, code: number): Look {
  if (code === 0) return PLAIN
  // Blinking text would distract; it is bold.
  if (code === 1 || code === 5 || code === 6) return { ...look, bold: true }
  if (code === 2) return { ...look, dim: true }
  if (code === 3) return { ...look, italic: true }
  if (code === 4) return { ...look, underline: true }
  if (code === 22) return { ...look, bold: false, dim: false }
  if (code === 23) return { ...look, italic: false }
  if (code === 24) return { ...look, underline: false }
  if (code === 39) return { ...look, colour: null }
  if (code >= 30 && code <= 37) return { ...look, colour: COLOURS[code - 30] ?? null }
  if (code >= 90 && code <= 97) return { ...look, colour: COLOURS[code - 90] ?? null }
  return look
}

/** A colour of the palette of 256, or of three parts. */
function extended(codes: readonly number[]): { readonly colour: AnsiColour | null; readonly taken: number } {
  const [kind, first = 0, second = 0, third = 0] = codes
  if (kind === 5) return { colour: ofPalette(first), taken: 2 }
  if (kind === 2) return { colour: nearest(first, second, third), taken: 4 }
  return { colour: null, taken: 1 }
}

function ofPalette(index: number): AnsiColour | null {
  if (index < 16) return COLOURS[index % 8] ?? null
  if (index >= 232) return index < 250 ? 'grey' : null
  const cube = index - 16
  const part = (step: number) => (step === 0 ? 0 : 55 + step * 40)
  return nearest(part(Math.floor(cube / 36)), part(Math.floor(cube / 6) % 6), part(cube % 6))
}

/** The nearest colour by hue; without a hue, grey or the colour of text. */
function nearest(red: number, green: number, blue: number): AnsiColour | null {
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread < 40) return most > 200 ? null : 'grey'
  const hue =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  return HUES[Math.round(hue) % 6] ?? null
}

const HUES: readonly AnsiColour[] = ['red', 'yellow', 'green', 'cyan', 'blue', 'magenta']
