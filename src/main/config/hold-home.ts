import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { lockHome } from '../database/home-lock.ts'
import { isErrno } from '../lib/errno.ts'
import { writeFileAtomic } from '../lib/files/atomic-file.ts'
import type { HomePaths } from './paths.ts'

/** The process that holds a home. */
const Holder = z.object({ pid: z.number().int().positive(), kind: z.enum(['window', 'run']) })
type Holder = z.infer<typeof Holder>

type Deps = { readonly paths: Pick<HomePaths, 'data' | 'lock' | 'holder'>; readonly pid: number }

/**
 * Takes a home for this process until `release`. Throws an `AppError` with the other process while a window or another
 * command line holds it.
 */
export async function holdHome(
  { paths, pid }: Deps,
  kind: Holder['kind'],
): Promise<{ readonly release: () => void }> {
  mkdirSync(paths.data, { recursive: true, mode: 0o700 })
  const lock = lockHome(paths.lock)
  if (lock === null) throw inUse(readHolder(paths.holder))
  const holder: Holder = { pid, kind }
  try {
    await writeFileAtomic(paths.holder, JSON.stringify(holder))
  } catch (error) {
    lock.release()
    throw error
  }
  return {
    release: () => {
      rmSync(paths.holder, { force: true })
      lock.release()
    },
  }
}

function inUse(holder: Holder | null): AppError {
  if (holder === null) return AppError.saying('db.unavailable', say('home.inUse'))
  const name = holder.kind === 'run' ? 'home.inUseByRun' : 'home.inUseByWindow'
  return AppError.saying('db.unavailable', say(name, { process: String(holder.pid) }))
}

/** Returns null for a file that the holder has not written yet, or that no version of this app wrote. */
function readHolder(file: string): Holder | null {
  try {
    const read = Holder.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return read.success ? read.data : null
  } catch (error) {
    if (error instanceof SyntaxError || isErrno(error, 'ENOENT')) return null
    throw error
  }
}
