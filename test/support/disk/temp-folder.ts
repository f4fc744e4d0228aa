import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder with a difficult name that is gone after the test. `write` makes the folders on the way. */
export async function openTempFolder(name: string) {
  const path = await realpath(await mkdtemp(join(tmpdir(), `orrery ${name} 中文 `)))
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 5 }))
  const at = (...parts: readonly string[]) => join(path, ...parts)
  const write = async (file: string, content: string | Uint8Array): Promise<string> => {
    await mkdir(dirname(at(file)), { recursive: true })
    await writeFile(at(file), content)
    return at(file)
  }
  return { path, at, write }
}
