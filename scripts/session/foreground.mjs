import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { whenNpmEnds } from '../setup/when-npm-ends.mjs'

/**
 * Runs a program as if it were this one: its output is ours, signals are passed on once, and its exit code
 * is the answer.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: Record<string, string> }} options
 * @returns {Promise<number>}
 */
export function runInForeground(command, args, { cwd, env }) {
  return new Promise((done) => {
    // A group of its own: the terminal would send Ctrl-C to the whole group and we would pass it on, and
    // Electron takes a second signal as "now", without closing its files.
    const child = spawn(command, [...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32',
    })
    const pass = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal)
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
    for (const signal of signals) process.on(signal, pass)
    const unwatch = whenNpmEnds(() => {
      pass('SIGTERM')
      // Nobody is left who could insist.
      setTimeout(() => endGroup(child), 15_000).unref()
    })
    const finish = (/** @type {number} */ code) => {
      unwatch()
      for (const signal of signals) process.off(signal, pass)
      endGroup(child)
      done(code)
    }
    child.once('error', (error) => {
      console.error(error.message)
      finish(1)
    })
    child.once('exit', (code, signal) => finish(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/** Helpers of a program that was killed would otherwise live on.
 * @param {import('node:child_process').ChildProcess} child */
function endGroup(child) {
  if (child.pid === undefined || process.platform === 'win32') return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Nothing is left of the group, which is the usual end.
  }
}
