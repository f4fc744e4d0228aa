import { rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import type { WindowMessage } from '#shared/events/delivery.ts'
import { say } from '#shared/sentences.ts'
import { createJsonLines, jsonLine } from '../callers/json-lines.ts'
import { AnswerLine, Hello, Ready } from '../callers/protocol.ts'
import { socketAddress } from '../lib/socket-address.ts'
import type { Client } from './client.ts'

type Deps = { readonly paths: { readonly socket: string; readonly callers: string } }

/** Connects to the window that holds a home. Returns null where none answers. */
export async function openSocketClient({ paths }: Deps): Promise<Client | null> {
  const address = await socketAddress(paths.socket, process.platform)
  if (address === null) return null
  const socket = await reach(address.path)
  await address.close()
  if (socket === null) return null
  const listeners = new Set<(message: WindowMessage) => void>()
  const leavers = new Set<() => void>()
  const waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >()
  let count = 0

  const takeAnswer = (value: unknown): void => {
    const line = AnswerLine.parse(value)
    if ('message' in line) {
      for (const listener of listeners) listener(line.message as WindowMessage)
      return
    }
    const asked = waiting.get(line.id)
    waiting.delete(line.id)
    if (line.ok) asked?.resolve(line.value)
    else asked?.reject(AppError.from(line.error as AppErrorData))
  }
  const greeting = createGreeting(socket, paths.callers)
  let take = greeting.take
  const lines = createJsonLines((value) => take(value))
  socket.setEncoding('utf8')
  socket.on('data', (piece: string) => {
    try {
      lines(piece)
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined)
    }
  })
  const gone = () => AppError.saying('other', say('home.windowClosed'))
  socket.on('error', () => {})
  socket.once('close', () => {
    greeting.closed(gone())
    for (const { reject } of waiting.values()) reject(gone())
    waiting.clear()
    for (const gone of leavers) gone()
  })
  await greeting.done
  take = takeAnswer
  const call = (name: string, request: unknown, file?: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) {
        reject(gone())
        return
      }
      count += 1
      waiting.set(count, { resolve, reject })
      socket.write(jsonLine({ id: count, call: name, request, ...(file === undefined ? {} : { file }) }))
    })
  return {
    isWindow: true,
    call: call as Client['call'],
    hear: (listener, gone = () => {}) => {
      listeners.add(listener)
      leavers.add(gone)
      return () => {
        listeners.delete(listener)
        leavers.delete(gone)
      }
    },
    close: async () => void socket.end(),
  }
}

function reach(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}

/** Proves to the app that this process belongs to the same user. */
function createGreeting(socket: Socket, folder: string) {
  let closed: (error: Error) => void = () => {}
  let ready: () => void = () => {}
  const done = new Promise<void>((resolve, reject) => {
    ready = resolve
    closed = reject
  })
  let file: string | null = null
  const prove = async (challenge: string): Promise<void> => {
    file = join(folder, challenge)
    await writeFile(file, '', { flag: 'wx', mode: 0o600 })
    socket.write(jsonLine({ proof: true }))
  }
  return {
    done: done.finally(async () => {
      if (file !== null) await rm(file, { force: true })
    }),
    closed: (error: Error) => closed(error),
    take: (value: unknown): void => {
      if (file === null) {
        const { challenge } = Hello.parse(value)
        prove(challenge).catch((error: unknown) => socket.destroy(error instanceof Error ? error : undefined))
        return
      }
      Ready.parse(value)
      ready()
    },
  }
}
