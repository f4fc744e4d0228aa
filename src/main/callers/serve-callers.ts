import { randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { type CallName, type Handlers, requestSchemaOf } from '#shared/ipc/contract.ts'
import { say } from '#shared/sentences.ts'
import type { Logger } from '../lib/logger.ts'
import { socketAddress } from '../lib/socket-address.ts'
import type { Callers } from './callers.ts'
import { createJsonLines, jsonLine } from './json-lines.ts'
import { CALLER_CALLS, CallLine, PROTOCOL, Proof } from './protocol.ts'

type Deps = {
  readonly callers: Callers
  readonly handlers: Handlers
  readonly windowOpened: (id: number) => void
  readonly windowClosed: (id: number) => void
  /** The socket, and the folder in which callers prove their user. Both are in a folder that only the person may read. */
  readonly paths: { readonly socket: string; readonly callers: string }
  readonly logger: Logger
  readonly platform: NodeJS.Platform
  /** The id of the user of this process; null on Windows. */
  readonly uid: number | null
}

/** A caller that reads too slowly is let go beyond this many bytes. */
const MOST_WAITING = 64 * 1024 * 1024
/** A caller has this long to prove its user. */
const PROOF_MS = 10_000

/**
 * Answers command lines of the same user on a socket in the home. A caller proves its user: it makes a file, and the
 * file must belong to the user of this process. Node cannot ask the system who is at the other end of a socket.
 */
export async function serveCallers(deps: Deps): Promise<() => Promise<void>> {
  const { paths, logger, platform } = deps
  const address = await socketAddress(paths.socket, platform)
  if (address === null) {
    logger.warn('The path of the home is too long for a socket, so orrery run cannot use this window')
    return async () => {}
  }
  await rm(paths.callers, { recursive: true, force: true })
  await mkdir(paths.callers, { mode: 0o700 })
  // Left by an earlier start: the home is locked, so no other process answers on it.
  if (platform !== 'win32') await rm(paths.socket, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    greet(deps, socket).catch((error: unknown) => {
      logger.warn('A caller was refused', { reason: String(error) })
      socket.destroy()
    })
  })
  await listen(server, address.path)
  if (platform !== 'win32') await chmod(address.path, 0o600)
  server.unref()
  return async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await address.close()
    await rm(paths.callers, { recursive: true, force: true })
  }
}

/** The socket is made with the rights of the umask; it is bound before this function returns to the loop. */
async function listen(server: ReturnType<typeof createServer>, path: string): Promise<void> {
  const before = process.umask(0o177)
  try {
    const listening = new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
    process.umask(before)
    await listening
  } finally {
    process.umask(before)
  }
}

async function greet(deps: Deps, socket: Socket): Promise<void> {
  const challenge = randomBytes(24).toString('hex')
  socket.setEncoding('utf8')
  socket.on('error', () => {})
  const slow = setTimeout(() => socket.destroy(), PROOF_MS)
  socket.once('close', () => clearTimeout(slow))
  let take: (value: unknown) => void = () => {
    throw new Error('A call came before the proof.')
  }
  const proved = new Promise<void>((resolve) => {
    take = (value) => {
      Proof.parse(value)
      take = () => {
        throw new Error('A call came before the answer to the proof.')
      }
      resolve()
    }
  })
  const lines = createJsonLines((value) => take(value))
  socket.on('data', (piece: string) => {
    try {
      lines(piece)
    } catch (error) {
      deps.logger.warn('A caller sent what cannot be read', { reason: String(error) })
      socket.destroy()
    }
  })
  socket.write(jsonLine({ orrery: PROTOCOL, challenge }))
  await proved
  await checkProof(deps, challenge)
  clearTimeout(slow)
  take = connect(deps, socket)
  socket.write(jsonLine({ ready: true }))
}

async function checkProof({ paths, uid }: Deps, challenge: string): Promise<void> {
  const file = join(paths.callers, challenge)
  const { uid: owner, ...found } = await lstat(file)
  const isFile = (found.mode & 0o170000) === 0o100000
  await rm(file, { force: true })
  if (!isFile || (uid !== null && owner !== uid)) throw new Error('The caller is another user.')
}

/** Makes a caller of a socket that has proved its user. Returns what takes its lines. */
function connect(deps: Deps, socket: Socket): (value: unknown) => void {
  const send = (value: unknown): void => {
    if (socket.destroyed) return
    socket.write(jsonLine(value))
    if (socket.writableLength > MOST_WAITING) socket.destroy()
  }
  const id = deps.callers.add((message) => send({ message }))
  deps.windowOpened(id)
  socket.once('close', () => {
    deps.windowClosed(id)
    deps.callers.remove(id)
  })
  return (value) => {
    const line = CallLine.parse(value)
    answer(deps, id, line)
      .then((result) => send({ id: line.id, ok: true, value: result ?? null }))
      .catch((error: unknown) => send({ id: line.id, ok: false, error: problemOf(deps, line.call, error) }))
  }
}

async function answer(deps: Deps, windowId: number, line: CallLine): Promise<unknown> {
  const { call, request, file = null } = line
  const schema = CALLER_CALLS.has(call) ? requestSchemaOf(call) : null
  const parsed = schema?.safeParse(request)
  if (parsed?.success !== true || approves(call, request))
    throw AppError.saying('ipc.refused', say('app.refused'))
  const handler = deps.handlers[call as CallName] as (request: unknown, caller: unknown) => unknown
  return deps.callers.withFile(file, () => handler(parsed.data, { windowId, isCommandLine: true }))
}

/** A program that an agent runs has the same user, so no caller may approve anything. */
function approves(call: string, request: unknown): boolean {
  return call === 'interaction.answer' && (request as { readonly outcome?: unknown }).outcome !== 'denied'
}

function problemOf({ logger }: Deps, call: string, error: unknown) {
  if (error instanceof AppError) return error.toData()
  logger.error('A call of a command line failed', error, { name: call })
  return AppError.saying('other', say('app.broken')).toData()
}
