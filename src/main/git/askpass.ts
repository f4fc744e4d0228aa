import { randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import type { Logger } from '../lib/logger.ts'
import type { AskpassRunner } from '../lib/programs/askpass-runner.ts'
import { socketAddress } from '../lib/socket-address.ts'
import type { GitQuestions } from './git-questions.ts'
import { createPausableLimit } from './pausable-limit.ts'
import { readPrompt } from './read-prompt.ts'

/** The way of one process of git to the person. It ends with the process. */
export type AskSession = {
  /** The variables by which git and ssh find the helper. */
  readonly environment: Readonly<Record<string, string>>
  /** Aborts when the process has had its time, without the time the person took, or when the person cancels. */
  readonly limit: AbortSignal
  /** Why the process was ended; null where the person did not stop it. */
  readonly stopped: () => 'cancelled' | 'unanswered' | null
  readonly close: () => Promise<void>
}

/** Opens the ways of git to the person. */
export type Askpass = {
  /** Returns null where the system has no socket for it. */
  readonly open: (
    about: { readonly folder: string; readonly act: string; readonly limitMs: number },
    signal: AbortSignal,
  ) => Promise<AskSession | null>
}

type Deps = {
  /** A folder for this alone, below one that only the person may read. */
  readonly folder: string
  readonly platform: NodeJS.Platform
  /** The texts of the helper: `starter` is started by git and ssh, and starts `script` or the app. */
  readonly helper: Helper
  /** The app that answers as a helper; null: Node runs the script. */
  readonly app: AskpassRunner | null
  readonly questions: Pick<GitQuestions, 'ask'>
  readonly logger: Pick<Logger, 'warn'>
}

type Helper = { readonly starter: string; readonly script: string }

/** Questions that one process may ask. */
const MOST_QUESTIONS = 12
/** Characters of one request of the helper. */
const MOST_REQUEST = 64 * 1024

const Request = z.strictObject({
  token: z.string().max(100),
  prompt: z.string(),
  hint: z.string().max(100),
})

/**
 * Creates the way of git and ssh to the person: they start a helper, which asks over a socket in the home. Each process
 * of git has a helper, a socket and a token of its own, and all end with it. So a helper that another program has changed
 * serves no later process.
 */
export function createAskpass(deps: Deps): Askpass {
  let swept: Promise<void> | null = null
  return {
    open: async (about, signal) => {
      signal.throwIfAborted()
      const place = join(deps.folder, randomBytes(6).toString('hex'))
      try {
        // What an app that was killed has left.
        swept ??= rm(deps.folder, { recursive: true, force: true }).catch((error: unknown) => {
          swept = null
          throw error
        })
        await swept
        const helper = await writeHelper(deps.helper, place)
        const served = await serve(deps, { ...about, place }, signal)
        if (served === null) throw new Error('The path of the home is too long for a socket.')
        const environment = askVariables({
          starter: helper.starter,
          app: deps.app ?? { executable: process.execPath, switch: '', folder: helper.script },
          socket: served.reachedAt,
          token: served.token,
        })
        return { environment, limit: served.limit, stopped: served.stopped, close: served.close }
      } catch (error) {
        // Git works without it, as long as it has nothing to ask.
        deps.logger.warn('Git cannot ask the person', { reason: String(error) })
        // Often the folder itself is what failed.
        await rm(place, { recursive: true, force: true }).catch(() => undefined)
        return null
      }
    },
  }
}

async function writeHelper(texts: Helper, place: string): Promise<Helper> {
  const [starter, script] = [join(place, 'askpass.sh'), join(place, 'askpass.cjs')]
  await mkdir(place, { recursive: true, mode: 0o700 })
  await writeFile(starter, texts.starter, { mode: 0o700, flag: 'wx' })
  await writeFile(script, texts.script, { mode: 0o600, flag: 'wx' })
  return { starter, script }
}

/** Returns the variables by which git and ssh find the helper, and the helper its app. */
export function askVariables(way: {
  readonly starter: string
  readonly app: AskpassRunner
  readonly socket: string
  readonly token: string
}): Record<string, string> {
  return {
    GIT_ASKPASS: way.starter,
    SSH_ASKPASS: way.starter,
    // Also without a terminal and without a display.
    SSH_ASKPASS_REQUIRE: 'force',
    ORRERY_ASKPASS_RUNTIME: way.app.executable,
    ORRERY_ASKPASS_SWITCH: way.app.switch,
    ORRERY_ASKPASS_SCRIPT: way.app.folder,
    ORRERY_ASKPASS_SOCKET: way.socket,
    ORRERY_ASKPASS_TOKEN: way.token,
  }
}

type About = {
  readonly folder: string
  readonly act: string
  readonly limitMs: number
  /** The folder of this one process. */
  readonly place: string
}

async function serve({ platform, questions, logger }: Deps, about: About, signal: AbortSignal) {
  const file = join(about.place, 's')
  const address = await socketAddress(file, platform)
  if (address === null) return null
  const token = randomBytes(32).toString('hex')
  const limit = createPausableLimit(about.limitMs)
  const over = new AbortController()
  const sockets = new Set<Socket>()
  let stopped: 'cancelled' | 'unanswered' | null = null
  let asked = 0
  const ask = async (
    { prompt, hint }: z.infer<typeof Request>,
    gone: AbortSignal,
  ): Promise<string | null> => {
    asked += 1
    // ssh asks again after a refusal. The person has said it once.
    if (stopped !== null || asked > MOST_QUESTIONS) return null
    const { folder, act } = about
    const ends = AbortSignal.any([signal, over.signal, gone])
    const end = await limit.paused(() => questions.ask({ ...readPrompt(prompt, hint), folder, act }, ends))
    if (end.kind === 'answered') return end.answer
    if (end.kind === 'gone') return null
    stopped = end.kind
    limit.end()
    return null
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    const gone = new AbortController()
    socket.once('close', () => {
      sockets.delete(socket)
      gone.abort()
    })
    socket.on('error', () => {})
    hear(socket, token, (request) => ask(request, gone.signal)).catch((error: unknown) => {
      logger.warn('A question of git was refused', { reason: nameOf(error) })
      socket.destroy()
    })
  })
  try {
    await listen(server, address.path)
    if (platform !== 'win32') await chmod(address.path, 0o600)
  } catch (error) {
    limit.close()
    await address.close()
    throw error
  }
  return {
    token,
    /** The helper opens a path that is too long for a socket in its own way. */
    reachedAt: platform === 'win32' ? address.path : file,
    limit: limit.signal,
    stopped: () => stopped,
    close: async () => {
      over.abort()
      limit.close()
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await address.close()
      await rm(about.place, { recursive: true, force: true })
    },
  }
}

/** Reads the request of a helper, and sends it the answer. The first line counts. */
async function hear(
  socket: Socket,
  token: string,
  ask: (request: z.infer<typeof Request>) => Promise<string | null>,
): Promise<void> {
  socket.setEncoding('utf8')
  const line = await new Promise<string>((resolve, reject) => {
    let heard = ''
    socket.on('data', (piece: string) => {
      heard += piece
      const end = heard.indexOf('\n')
      if (end >= 0) resolve(heard.slice(0, end))
      else if (heard.length > MOST_REQUEST) reject(new Error('too-long'))
    })
    socket.once('close', () => reject(new Error('closed')))
  })
  const request = Request.parse(JSON.parse(line))
  if (!isSame(request.token, token)) throw new Error('wrong-token')
  socket.end(JSON.stringify({ answer: await ask(request) }))
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The kind of an error. Its words could quote what was sent. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

async function listen(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
}
