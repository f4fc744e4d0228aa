import { spawn } from 'node:child_process'
import { root } from '../setup/paths.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Runs a Node program with its output going straight to the terminal.
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, timeoutMs: number }} options
 * @returns {Promise<boolean>} whether it ended well
 */
export function runNode(args, { env = {}, timeoutMs }) {
  return new Promise((done) => {
    // A group of its own: a time-out has to reach the workers too.
    const child = spawn(process.execPath, [...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32',
    })
    running.add(child)
    const timer = setTimeout(() => {
      console.log(`\nNo end after ${timeoutMs / 60_000} minutes; stopped.`)
      endGroup(child)
    }, timeoutMs)
    const finish = (/** @type {boolean} */ ok) => {
      clearTimeout(timer)
      running.delete(child)
      done(ok)
    }
    child.once('error', (error) => {
      console.log(error.message)
      finish(false)
    })
    child.once('close', (code) => finish(code === 0))
  })
}

/** Ends what is running, with everything it started. */
export function endStreamed() {
  for (const child of running) endGroup(child)
}

/** @param {import('node:child_process').ChildProcess} child */
function endGroup(child) {
  if (child.pid === undefined) return
  const signalGroup = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      if (process.platform === 'win32') child.kill(signal)
      else process.kill(-Number(child.pid), signal)
    } catch {
      // Already gone.
    }
  }
  signalGroup('SIGTERM')
  setTimeout(() => running.has(child) && signalGroup('SIGKILL'), 5_000).unref()
}
