import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, readdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of a home that keeps compiled code for the next start; see `src/main/start.ts`. */
const placeIn = (home: string): string => join(home, 'data', 'electron', 'Compiled Code')

/** What the starts of this run have compiled, in the folder that its workers share. */
const shared = join(process.env['ORRERY_TEST_SHARED'] ?? tmpdir(), 'orrery-compiled-code')

/**
 * Gives a new home what earlier starts of this run compiled, as a person has it from the second start on: compiling
 * and writing it took a sixth of each start. The app checks each file against its source and leaves others aside.
 */
export async function giveCompiledCode(home: string): Promise<void> {
  const place = placeIn(home)
  const kept = await namesIn(shared)
  const has = await namesIn(place)
  if (kept.length === 0 || has.length > 0) return
  await mkdir(place, { recursive: true, mode: 0o700 })
  for (const name of kept) await share(join(shared, name), join(place, name))
}

/** Keeps what a start compiled for the homes that come. Each worker of the run may do so at the same time. */
export async function keepCompiledCode(home: string): Promise<void> {
  await mkdir(shared, { recursive: true, mode: 0o700 })
  const kept = new Set(await namesIn(shared))
  for (const name of await namesIn(placeIn(home))) {
    if (kept.has(name)) continue
    const draft = join(shared, `${randomUUID()}.draft`)
    await share(join(placeIn(home), name), draft)
    await rename(draft, join(shared, name))
  }
}

/** A second name of the same file, which the app replaces and never writes into; a copy on another disk. */
async function share(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to))
}

/** The whole files of a folder, without drafts; none where there is no folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.cjs.bin'))
}
