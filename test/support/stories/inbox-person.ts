import { expect } from 'vitest'
import { PATIENCE_MS } from '../desktop/desktop.ts'
import type { keysAt } from '../desktop/desktop-keys.ts'
import type { Person } from '../desktop/desktop-person.ts'

const within = { timeout: PATIENCE_MS }
const CARD = /^Approval needed$/

/** The keys that answer what is under the cursor. */
const KEYS = {
  once: 'Control+Enter',
  session: 'Control+Shift+Enter',
  project: 'Control+Alt+Enter',
} as const

/** A person who answers what waits in the approval inbox with the keyboard. */
export function inboxAt({ page }: Person, keys: ReturnType<typeof keysAt>) {
  const region = page.getByRole('region', { name: 'Approval inbox' })
  const shows = (text: string) => region.getByText(text).first().waitFor()
  return {
    region,
    shows,
    /** Moves from wherever the focus is to what waits. */
    enter: async (): Promise<void> => {
      // Before the list has come there is nothing in the inbox to move to.
      await region.locator('[data-ask]').first().waitFor()
      await keys.pressUntil('F6', CARD)
    },
    /**
     * Allows these with keys, and resolves when none of them waits any more. What has just come up takes no answer yet,
     * so the key is pressed for as long as one of them stands there.
     */
    answer: async (scope: keyof typeof KEYS, ...texts: readonly string[]): Promise<void> => {
      const waits = async () => {
        const counts = await Promise.all(texts.map((text) => region.getByText(text).count()))
        return counts.some((count) => count > 0)
      }
      await Promise.all(texts.map(shows))
      await keys.focusIs(CARD)
      await expect
        .poll(async () => {
          if (await waits()) await keys.press(KEYS[scope])
          return waits()
        }, within)
        .toBe(false)
    },
    /** Refuses what stands there, with a reason. */
    refuse: async (text: string, reason: string): Promise<void> => {
      await shows(text)
      await keys.focusIs(CARD)
      await keys.pressUntil('Control+d', /^Reason/)
      await keys.type(reason)
      await keys.press('Enter')
    },
  }
}
