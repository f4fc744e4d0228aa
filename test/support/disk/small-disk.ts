import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A disk of this size until the test is over, or null where this process may not make one. */
export function smallDisk(kilobytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'orrery full 中文 '))
  const size = `size=${kilobytes}k`
  const made = process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'none', folder])
  onTestFinished(() => {
    if (made !== false && made.status === 0) spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return made !== false && made.status === 0 ? folder : null
}

/** Takes all the room there is in a folder, until the returned function is called. */
export function fill(folder: string): () => void {
  const { bavail, bsize } = statfsSync(folder)
  const filler = join(folder, 'filler')
  writeFileSync(filler, Buffer.alloc(bavail * bsize))
  return () => rmSync(filler)
}
