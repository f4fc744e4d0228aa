import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'

export type QuickDisk = { readonly folder: string; readonly close: () => void }

/**
 * Opens a folder for tests that create thousands of folders, inside an existing one. It is in memory where this process may
 * mount, as root on Linux may: a disk takes many times as long. Closing removes it with all it holds.
 */
export function openQuickDisk(inside: string): QuickDisk {
  const folder = mkdtempSync(`${inside}/orrery-quick-`)
  const options = ['-t', 'tmpfs', '-o', 'size=2g,mode=755', 'none', folder]
  const isMounted = process.platform === 'linux' && spawnSync('mount', options).status === 0
  return {
    folder,
    close: () => {
      // A program that a test left behind may still be in it; then it goes with that program.
      if (isMounted) spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
