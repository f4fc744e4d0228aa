import type { Page } from 'playwright'
import { expect } from 'vitest'

/** A person at a window who has no pointer: keys go to whatever has the focus. */
export function keyboardAt(page: () => Page) {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page().keyboard.press(key)
  }
  /** The name of what has the focus: its label, or else its words. */
  const focused = () =>
    page().evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? ''
    })
  return {
    press,
    focused,
    type: (text: string) => page().keyboard.insertText(text),
    focusIs: (name: string | RegExp) => expect.poll(focused).toMatch(name),
    /** Whether the field of this label has the focus. */
    hasFocus: (label: string) =>
      page()
        .getByLabel(label, { exact: true })
        .evaluate((box) => box === document.activeElement),
    /** Goes from pane to pane until the message box has the focus. */
    focusComposer: async () => {
      for (let stop = 0; stop < 20 && (await focused()) !== 'Message'; stop += 1) await press('F6')
    },
  }
}
