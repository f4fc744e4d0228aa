import { expect } from 'vitest'
import type { Desktop } from './desktop.ts'

/** Keeps the next address that the app opens in the browser, and returns how to allow its sign-in there. */
export async function browserOfPerson(
  { app }: Desktop,
  at: RegExp,
  back: (page: URL) => URL,
): Promise<() => Promise<number>> {
  await app.evaluate(({ shell }) => {
    shell.openExternal = async (url) => {
      process.env['OPENED_IN_TEST'] = url
    }
  })
  const opened = () => app.evaluate(() => process.env['OPENED_IN_TEST'] ?? '')
  return async () => {
    await expect.poll(opened).toMatch(at)
    const page = await opened()
    await app.evaluate(() => {
      process.env['OPENED_IN_TEST'] = ''
    })
    return (await fetch(back(new URL(page)))).status
  }
}
