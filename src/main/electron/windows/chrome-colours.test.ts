import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { CHROME_COLOURS, TITLE_BAR_HEIGHT } from './chrome-colours.ts'

const tokens = await readFile(
  fileURLToPath(new URL('../../../renderer/styles/tokens.css', import.meta.url)),
  'utf8',
)

/** The value of a token; the dark theme stands first, the light one second. */
function token(name: string, theme: 'dark' | 'light'): string {
  const values = [...tokens.matchAll(new RegExp(`--${name}:\\s*([^;]+);`, 'g'))].map(
    ([, value]) => value ?? '',
  )
  return (theme === 'dark' ? values[0] : values[1]) ?? ''
}

function hexOf(oklch: string): string {
  const [lightness = 0, chroma = 0, hue = 0] = [...oklch.matchAll(/[\d.]+/g)].map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const bytes = linear.map((part) => {
    const bounded = Math.min(1, Math.max(0, part))
    const encoded = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

it.each(['dark', 'light'] as const)(
  'shows the colours of the %s tokens before the page has drawn',
  (theme) => {
    expect(CHROME_COLOURS[theme]).toEqual({
      bar: hexOf(token('color-chrome', theme)),
      symbols: hexOf(token('color-fg-2', theme)),
      page: hexOf(token('color-canvas', theme)),
    })
  },
)

it('is as high as the title bar of the page', () => {
  expect(token('h-titlebar', 'dark')).toBe(`${TITLE_BAR_HEIGHT}px`)
})
