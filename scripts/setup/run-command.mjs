import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** How much of the output is kept for the message when a command fails. */
const tailLength = 8_000

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] laid over this process's environment
 * @property {number} [timeoutMs]
 * @property {string} [log] the whole output is also written here
 *
 * @typedef {{ ok: boolean, code: number | null, timedOut: boolean, stdout: string, output: string }} CommandResult
 */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Runs a command quietly and never throws: a command that cannot start is a result that is not ok.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} options
 * @returns {Promise<CommandResult>}
 */
export async function runCommand(command, args, { cwd, env, timeoutMs, log } = {}) {
  if (log) await mkdir(dirname(log), { recursive: true })
  const file = log ? createWriteStream(log) : null
  return new Promise((done) => {
    // A group of its own, so that a time-out reaches grandchildren such as a compiler.
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    running.add(child)
    let stdout = ''
    let output = ''
    let timedOut = false
    const timer = timeoutMs
      ? setTimeout(() => {
          timedOut = true
          endGroup(child)
        }, timeoutMs)
      : null
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-tailLength)
      file?.write(chunk)
    }
    child.stdout.on('data', (chunk) => {
      stdout += chunk.toString()
      keep(chunk)
    })
    child.stderr.on('data', keep)
    const finish = (/** @type {number | null} */ code, /** @type {string} */ extra) => {
      if (timer) clearTimeout(timer)
      running.delete(child)
      file?.end()
      done({ ok: code === 0 && !timedOut, code, timedOut, stdout, output: output + extra })
    }
    child.once('error', (error) => finish(null, error.message))
    child.once('close', (code) => finish(code, ''))
  })
}

/** The last lines of an output, for a message. @param {string} output */
export function lastLines(output, count = 15) {
  return output
    .trimEnd()
    .split('\n')
    .slice(-count)
    .map((line) => `    ${line}`)
    .join('\n')
}

/** Ends every command still running. Called when set-up itself is told to stop. */
export function endRunningCommands() {
  for (const child of running) endGroup(child)
}

/** @param {import('node:child_process').ChildProcess} child */
function endGroup(child) {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    if (process.platform === 'win32') child.kill()
    else process.kill(-child.pid, 'SIGTERM')
  } catch {
    // It ended between the check and the signal.
  }
}
