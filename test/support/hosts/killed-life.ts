import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

type Life = {
  /** What it said, also while it was being killed. */
  readonly lines: readonly string[]
  /** False when it came to its end by itself. */
  readonly killed: boolean
}

/** Lets a program that was built run in a process of its own, and kills it as soon as one of its lines is the last wanted. */
export async function killedLife(
  program: URL,
  args: readonly string[],
  isLast: (line: string) => boolean,
): Promise<Life> {
  const child = spawn(process.execPath, [fileURLToPath(program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line)
    if (isLast(line)) child.kill('SIGKILL')
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`It ended by itself with ${code ?? signal}.`)
  return { lines, killed: signal === 'SIGKILL' }
}
