import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The most names of one day in one folder. */
const MOST_A_DAY = 1_000

/** Returns a path `<stem>-<date>` in a folder, with a number where that is taken. `now` is in milliseconds. */
export function freeDatedName(folder: string, stem: string, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10)
  for (let number = 1; number < MOST_A_DAY; number += 1) {
    const path = join(folder, `${stem}-${day}${number === 1 ? '' : `-${number}`}`)
    if (!existsSync(path)) return path
  }
  return join(folder, `${stem}-${day}-${now}`)
}
