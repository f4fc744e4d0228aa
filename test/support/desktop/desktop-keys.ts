import type { Page } from 'playwright'
import { expect } from 'vitest'

/** A person at the keyboard, who knows of the window what has the focus. */
export function keysAt(page: Page) {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  /** What a screen reader would call the thing with the focus. */
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: it } = document
      // With the focus nowhere the document has it, and that holds every word there is.
      if (it === document.body) return ''
      const label = it instanceof HTMLInputElement ? it.labels?.[0]?.textContent : null
      return it?.getAttribute('aria-label') ?? label ?? it?.textContent?.trim() ?? ''
    })
  return {
    press,
    type: (text: string) => page.keyboard.insertText(text),
    focused,
    focusIs: (name: string | RegExp) => expect.poll(focused).toMatch(name),
    /** Presses a key until the focus is there. */
    pressUntil: async (key: string, name: RegExp, most = 25) => {
      for (let count = 0; count < most && !name.test(await focused()); count += 1) await press(key)
      await expect.poll(focused).toMatch(name)
    },
  }
}
