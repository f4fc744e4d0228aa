import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A background process that belongs to one run of a script: a display, a bus, a keyring.
 * @typedef {{ env: Record<string, string>, stop(): Promise<void> }} Service
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 */

/**
 * Starts a helper in a group of its own, so that Ctrl-C reaches the app first and the helper last.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<ChildProcess>}
 */
export function startService(command, args, options) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { ...options, detached: true })
    child.once('spawn', () => done(child))
    child.once('error', (error) => fail(new Error(`${command} could not be started: ${error.message}`)))
  })
}

/**
 * Asks a process to end, by its id, and insists after three seconds.
 * @param {ChildProcess} child
 */
export async function stopService(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  const patience = new AbortController()
  await Promise.race([ended, wait(3_000, null, { signal: patience.signal }).catch(() => {})])
  patience.abort()
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
}

/**
 * The first line a service writes, which says that it is ready and where.
 * @param {ChildProcess} child
 * @param {import('node:stream').Readable} stream
 * @param {string} name
 * @returns {Promise<string>}
 */
export function firstLine(child, stream, name) {
  return new Promise((done, fail) => {
    let text = ''
    const timer = setTimeout(
      () => settle(() => fail(new Error(`${name} did not start within 15 s.`))),
      15_000,
    )
    const settle = (/** @type {() => void} */ how) => {
      clearTimeout(timer)
      child.off('exit', onExit)
      how()
    }
    const onExit = () => settle(() => fail(new Error(`${name} ended before it was ready.`)))
    child.once('exit', onExit)
    stream.on('data', (chunk) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end >= 0) settle(() => done(text.slice(0, end).trim()))
    })
  })
}

/**
 * Starts helpers one after the other, each seeing what the earlier ones offer, and runs the work among
 * them. They end newest first, whatever happens.
 * @template T
 * @param {ReadonlyArray<(env: Record<string, string>) => Promise<Service>>} starters
 * @param {(env: Record<string, string>) => Promise<T>} work
 * @param {Record<string, string>} env
 * @returns {Promise<T>}
 */
export async function withServices([start, ...rest], work, env = {}) {
  if (!start) return work(env)
  const service = await start(env)
  try {
    return await withServices(rest, work, { ...env, ...service.env })
  } finally {
    await service.stop()
  }
}
