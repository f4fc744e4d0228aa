import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { win32 } from 'node:path'
import { isErrno } from '../lib/errno.ts'
import { CIM_COMMAND, PS_FIELDS, parseCim, parseProc, parsePsTable } from './parse-processes.ts'
import type { ReadProcesses, Seen } from './processes.ts'

/** Time limit of a sample, in milliseconds. */
const LIMIT_MS = 5_000
const MOST_OUTPUT = 32 * 1024 * 1024

/** Returns the process reader of a system. */
export function readProcessesOn(platform: NodeJS.Platform, systemRoot: string): ReadProcesses {
  if (platform === 'linux') return readProc
  if (platform === 'win32') {
    const powershell = win32.join(systemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe')
    const args = ['-NoProfile', '-NonInteractive', '-Command', CIM_COMMAND]
    return async (signal) => parseCim(await outputOf(powershell, args, signal))
  }
  return async (signal) => parsePsTable(await outputOf('/bin/ps', ['-A', '-ww', '-o', PS_FIELDS], signal))
}

async function readProc(signal: AbortSignal): Promise<readonly Seen[]> {
  const upMs = Number.parseFloat(await textOf('/proc/uptime')) * 1_000
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  signal.throwIfAborted()
  const seen = await Promise.all(
    names.map(async (name) => {
      const [stat, status, cmdline] = await Promise.all([
        textOf(`/proc/${name}/stat`),
        textOf(`/proc/${name}/status`),
        textOf(`/proc/${name}/cmdline`),
      ])
      return parseProc({ stat, status, cmdline }, upMs)
    }),
  )
  return seen.filter((each) => each !== null)
}

function outputOf(file: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const options = { signal, timeout: LIMIT_MS, maxBuffer: MOST_OUTPUT, windowsHide: true }
  return new Promise((resolve, reject) => {
    execFile(file, [...args], options, (error, stdout) => (error === null ? resolve(stdout) : reject(error)))
  })
}

/** A file of `/proc`, or nothing: processes come and go, and those of others may be closed. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isErrno(error)) return ''
    throw error
  }
}
