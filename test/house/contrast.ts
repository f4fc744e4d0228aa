/** Red, green, blue and how solid, each from 0 to 1. */
export type Colour = readonly [number, number, number, number]

/** Reads the colour tokens out of a style sheet. */
export function parseColours(css: string): Readonly<Record<string, Colour>> {
  const token = /--color-([\w-]+):\s*oklch\(\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)(?:\s*\/\s*([\d.]+))?\s*\)/g
  return Object.fromEntries(
    [...css.matchAll(token)].map(([, name, light, chroma, hue, alpha]) => [
      name,
      fromOklch(Number(light), Number(chroma), Number(hue), alpha === undefined ? 1 : Number(alpha)),
    ]),
  )
}

/** Lays one colour over a solid one, in sRGB, as a browser does. */
export function over(top: Colour, under: Colour): Colour {
  const [red, green, blue, solid] = top
  const mix = (above: number, below: number) => above * solid + below * (1 - solid)
  return [mix(red, under[0]), mix(green, under[1]), mix(blue, under[2]), 1]
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(left: Colour, right: Colour): number {
  const [dark, light] = [luminance(left), luminance(right)].toSorted((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** https://bottosson.github.io/posts/oklab/ */
function fromOklch(light: number, chroma: number, hue: number, alpha: number): Colour {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    alpha,
  ]
}

function encoded(value: number): number {
  const clipped = Math.min(1, Math.max(0, value))
  return clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
