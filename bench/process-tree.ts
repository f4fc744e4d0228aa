import { readdir, readFile } from 'node:fs/promises'
import { isErrno } from '../src/main/lib/errno.ts'

/** A process and all it started, by their ids. Linux only. */
export async function treeOf(root: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await textOrEmpty(`/proc/${name}/stat`)
    // The name of a program may hold anything, so the fields are counted from its closing bracket.
    const parent = Number(
      stat
        .slice(stat.lastIndexOf(')') + 1)
        .trim()
        .split(' ')[1],
    )
    if (parent > 0) parents.set(Number(name), parent)
  }
  const isInside = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined; at = parents.get(at))
      if (at === root) return true
    return false
  }
  return [...parents.keys()].filter(isInside)
}

/** Memory in MiB, with what processes share divided among them. */
export async function pssOf(pids: readonly number[]): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => textOrEmpty(`/proc/${pid}/smaps_rollup`)))
  return texts.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0), 0) / 1_024
}

/** How often threads have gone to sleep so far, which is how often they had been woken. */
export async function sleepsOf(pids: readonly number[]): Promise<number> {
  let sleeps = 0
  for (const pid of pids) {
    for (const thread of await namesIn(`/proc/${pid}/task`)) {
      const status = await textOrEmpty(`/proc/${pid}/task/${thread}/status`)
      sleeps += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    }
  }
  return sleeps
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isErrno(error)) return []
    throw error
  }
}

/** A process may end while one looks. */
async function textOrEmpty(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isErrno(error)) return ''
    throw error
  }
}
