import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const TOOL = 'prlimit'

/** Whether a process can be made to find its disk full here. */
export const CAN_FILL = process.platform === 'linux'

/**
 * Lets a process find no room on any disk until the returned function is called: the system refuses to have it write to
 * files. What it tells other processes goes on.
 */
export async function fillDisk(pid: number): Promise<() => Promise<void>> {
  await limit(pid, '0:')
  return () => limit(pid, 'unlimited:')
}

/** The same before anything else of this turn of the loop is done. */
export function fillDiskAtOnce(pid: number): () => Promise<void> {
  execFileSync(TOOL, limitOf(pid, '0:'))
  return () => limit(pid, 'unlimited:')
}

async function limit(pid: number, bytes: string): Promise<void> {
  await run(TOOL, limitOf(pid, bytes))
}

/** The part before the colon is what holds; what it may be raised to stays. */
function limitOf(pid: number, bytes: string): string[] {
  return ['--pid', String(pid), `--fsize=${bytes}`]
}
