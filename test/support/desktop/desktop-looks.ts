import type { ElectronApplication, Page } from 'playwright'
import { expect } from 'vitest'
import type { Settings } from '#shared/ipc/boot.ts'
import { resizeTo, takePicture, type WindowSize } from './desktop.ts'
import { seriousFindings, settled } from './desktop-screens.ts'

export const LARGE: WindowSize = { width: 1440, height: 900 }
export const SMALL: WindowSize = { width: 1000, height: 700 }

type Shown = { readonly app: ElectronApplication; readonly page: Page }

type Look = { readonly theme: 'dark' | 'light'; readonly size: WindowSize }

const EVERY_LOOK: readonly Look[] = [
  { theme: 'dark', size: LARGE },
  { theme: 'dark', size: SMALL },
  { theme: 'light', size: LARGE },
  { theme: 'light', size: SMALL },
]

/** Both themes and both sizes, each once: colours do not depend on the size, nor sizes on the theme. */
const TWO_LOOKS: readonly Look[] = [
  { theme: 'dark', size: LARGE },
  { theme: 'light', size: SMALL },
]

/** Shows a screen in both themes at both sizes, keeps the pictures, and has axe look at each. For `test/looks`. */
export async function inEveryLook(shown: Shown, name: string): Promise<void> {
  await inLooks(shown, name, EVERY_LOOK)
}

/** The same in two looks, for the states of a screen. */
export async function inTwoLooks(shown: Shown, name: string): Promise<void> {
  await inLooks(shown, name, TWO_LOOKS)
}

/**
 * The same for a state that a story reaches and the suite of looks does not. A run without pictures takes one of the
 * two looks, the same in every run, so that half of the states are examined dark and half light.
 */
export async function inStoryLooks(shown: Shown, name: string): Promise<void> {
  const one = TWO_LOOKS[[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % TWO_LOOKS.length]
  const withoutPictures = process.env['ORRERY_TEST_SCREENS'] === 'unpictured'
  await inLooks(shown, name, withoutPictures && one !== undefined ? [one] : TWO_LOOKS)
}

async function inLooks({ app, page }: Shown, name: string, looks: readonly Look[]): Promise<void> {
  // A smoke test looks at behaviour only; `npm test` and `npm run e2e` visit all screens.
  const screens = process.env['ORRERY_TEST_SCREENS']
  if (screens === 'none') return
  const findings: object[] = []
  const seen = new Set<string>()
  for (const { theme, size } of looks) {
    await chooseTheme(page, theme)
    await drawnAt({ app, page }, size)
    await settled(page)
    if (screens !== 'unpictured') await takePicture(page, `${name}.${theme}.${size.width}x${size.height}`)
    // Half of the time of axe goes into contrast. A run without pictures looks at it once in each theme.
    const passed = screens === 'unpictured' && seen.has(theme) ? ['color-contrast'] : []
    seen.add(theme)
    for (const found of await seriousFindings(page, passed))
      findings.push({ theme, size: size.width, ...found })
  }
  await drawnAt({ app, page }, LARGE)
  expect(findings).toEqual([])
}

/** Resizes the window and waits until the page has drawn itself: a late resize closes menus and moves controls. */
export async function drawnAt({ app, page }: Shown, size: WindowSize): Promise<void> {
  await resizeTo(app, size)
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([size.width, size.height])
  // The page hears of its size and draws with the frame after that.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Sets the theme as a person would in the settings. */
export async function chooseTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await change(page, { theme })
  await page.evaluate((chosen) => {
    document.documentElement.dataset['theme'] = chosen
  }, theme)
  // Main keeps the theme and every window follows it; this one is told by its own media query.
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme)
}

/** Sets the language as a person would in the settings, and opens the page anew. */
export const chooseChinese = (page: Page): Promise<void> => chooseLanguage(page, 'zh-CN')

/** The way back from `chooseChinese`. */
export const chooseEnglish = (page: Page): Promise<void> => chooseLanguage(page, 'en')

async function chooseLanguage(page: Page, locale: 'en' | 'zh-CN'): Promise<void> {
  await change(page, { locale })
  await page.reload()
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(locale)
}

async function change(page: Page, settings: Partial<Settings>): Promise<void> {
  await page.evaluate((changes) => {
    const bridge = (window as unknown as { orrery: { call: (name: string, request: object) => unknown } })
      .orrery
    return bridge.call('settings.set', changes)
  }, settings)
}
