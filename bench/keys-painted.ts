import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'

const KEY_EVERY_MS = 60

/**
 * Types into the message box and empties it again. Returns for each key the time until its letter was painted, in
 * milliseconds.
 */
export async function keysPainted(page: Page, keys: number): Promise<number[]> {
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.focus()
  await page.evaluate(() => {
    const painted: number[] = []
    const seen = (event: Event) => {
      const { timeStamp } = event
      requestAnimationFrame(() => {
        // What is posted from a frame comes once the frame has been drawn.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          painted.push(performance.now() - timeStamp)
          port1.close()
        }
        port2.postMessage(null)
      })
    }
    document.addEventListener('keydown', seen, { capture: true })
    Object.assign(globalThis, {
      takeKeys: () => {
        document.removeEventListener('keydown', seen, { capture: true })
        return painted
      },
    })
  })
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press('abcdefghij'.charAt(key % 10))
    await wait(KEY_EVERY_MS)
  }
  const painted = await page.evaluate(() => (globalThis as unknown as { takeKeys(): number[] }).takeKeys())
  await box.fill('')
  return painted
}

/** Returns the time within which 95 of 100 were painted. */
export function within95(times: readonly number[]): number {
  const sorted = [...times].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}
