import { existsSync } from 'node:fs'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import { removeOldCaches } from './private-caches.ts'

const NOBODY = 65_534

/** Does something without the rights of root, who may remove everything. */
async function asOrdinary(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return await work()
  process.seteuid?.(NOBODY)
  try {
    await work()
  } finally {
    process.seteuid?.(0)
  }
}

it.skipIf(process.platform === 'win32')(
  'old caches go with folders that their owner may not change, as those of Go modules are',
  async () => {
    const { path, at, write } = await openTempFolder('old caches')
    await write('caches/old/mod/toolchain/bin/go', 'x')
    await mkdir(at('caches/old/closed/inner'), { recursive: true })
    for (const folder of [
      path,
      ...['caches', 'caches/old', 'caches/old/mod', 'caches/old/mod/toolchain'].map((name) => at(name)),
    ])
      await chmod(folder, 0o755)
    const owned = [
      '',
      '/mod',
      '/mod/toolchain',
      '/mod/toolchain/bin',
      '/mod/toolchain/bin/go',
      '/closed',
      '/closed/inner',
    ]
    for (const name of owned) await chown(at(`caches/old${name}`), NOBODY, NOBODY).catch(() => undefined)
    if (process.getuid?.() === 0) await chown(at('caches'), NOBODY, NOBODY)
    for (const name of ['mod/toolchain/bin', 'mod/toolchain']) await chmod(at(`caches/old/${name}`), 0o555)
    await chmod(at('caches/old/closed'), 0)
    const reported: unknown[] = []
    const inTwoMonths = Date.now() + 60 * 24 * 60 * 60 * 1000
    await asOrdinary(() => removeOldCaches(at('caches'), inTwoMonths, (error) => void reported.push(error)))
    expect([reported, existsSync(at('caches/old'))]).toEqual([[], false])
  },
)

it.skipIf(process.getuid?.() !== 0)(
  'a cache that cannot be removed is reported, and the others go',
  async () => {
    const { path, at } = await openTempFolder('kept caches')
    for (const name of ['caches/first', 'caches/last']) await mkdir(at(name), { recursive: true })
    await mkdir(at('caches/middle/foreign/x'), { recursive: true })
    for (const folder of [path, at('caches')]) await chmod(folder, 0o755)
    for (const name of ['caches', 'caches/first', 'caches/last', 'caches/middle'])
      await chown(at(name), NOBODY, NOBODY)
    const reported: unknown[] = []
    const inTwoMonths = Date.now() + 60 * 24 * 60 * 60 * 1000
    await asOrdinary(() => removeOldCaches(at('caches'), inTwoMonths, (error) => void reported.push(error)))
    const left = ['first', 'middle', 'last'].filter((name) => existsSync(at(`caches/${name}`)))
    expect([reported.length, left]).toEqual([1, ['middle']])
  },
)
