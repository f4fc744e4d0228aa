import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { CodeAnswer, CodeFile, CodeQuestion } from '#shared/problems/code-question.ts'
import { languageOf } from '#shared/problems/language-server.ts'
import type { CodeProblem } from '#shared/problems/problem.ts'
import { englishOf, say } from '#shared/sentences.ts'
import { isErrno } from '../../lib/errno.ts'
import type { Check } from '../check-place.ts'
import { indentOptions } from '../format/indent-options.ts'
import { withEdits } from '../format/text-edits.ts'
import { askServer } from './code-questions.ts'
import {
  createServerLifecycle,
  type ServerLifecycle,
  type ServerLifecycleDeps,
  type ServerPlace,
} from './server-lifecycle.ts'
import { NO_ANSWER, NO_FIT, type ServerRequest, type ServerSession } from './server-session.ts'

/** Larger files are not shown to servers, in bytes. */
const LARGEST_FILE = 2 * 1024 * 1024
/** The reason of a failure that an agent reads, in UTF-16 units. */
const LONGEST_REASON = 300

/** Runs the language servers of projects, one of each in a folder. */
export function createLanguageServers(deps: ServerLifecycleDeps) {
  const listeners = new Set<(place: ServerPlace) => void>()
  const started = (place: ServerPlace): void => {
    for (const listener of listeners) listener(place)
  }
  const servers = new Map<string, ServerLifecycle>()
  const serverAt = (place: ServerPlace): ServerLifecycle => {
    const key = `${place.root}\0${place.id}\0${JSON.stringify(place.config)}`
    const life = servers.get(key) ?? createServerLifecycle(deps, place, started)
    servers.set(key, life)
    return life
  }
  const livesOf = (projectId: ProjectId) =>
    [...servers].filter(([, { place }]) => place.projectId === projectId)

  return {
    /** Returns the check that asks a server about the edited files. */
    checkOf: (place: ServerPlace): Check => {
      const { id, config } = place
      return {
        concerns: (path) => {
          const language = languageOf(path)
          return language !== null && config.languages.includes(language)
        },
        keysOf: (files) => files.map((file) => `server ${id}\0${file}`),
        // The check after the edits reports a failure.
        before: (files, stop) => problemsOf(serverAt(place), files, stop).catch(() => null),
        after: async (files, stop) => {
          try {
            const problems = await problemsOf(serverAt(place), files, stop)
            return { problems, result: { name: id, state: 'done', detail: '', said: [] } }
          } catch (error) {
            stop.throwIfAborted()
            return { problems: [], result: { name: id, ...whyOf(error) } }
          }
        },
      }
    },
    /** Calls the listener with each server that has started. */
    onStarted: (listener: (place: ServerPlace) => void): void => void listeners.add(listener),
    /** Puts a question of an agent to a server. Rejects with the reason for the agent. */
    ask: async (place: ServerPlace, question: CodeQuestion, stop: AbortSignal): Promise<CodeAnswer> => {
      const { root, id } = place
      const textIn = (path: string) => textOf(join(root, path))
      const use = (session: ServerSession) => askServer(session, { root, textOf: textIn }, question, stop)
      try {
        return await withServer(serverAt(place), use, stop)
      } catch (error) {
        stop.throwIfAborted()
        const { detail, said } = whyOf(error)
        const reason = (said.length === 0 ? detail : englishOf(said)).slice(0, LONGEST_REASON)
        throw AppError.forAgent('tool.failed', `The language server ${id} failed. ${reason}`)
      }
    },
    /** Returns a text as a server formats it; null where the server does not format. */
    format: (place: ServerPlace, file: CodeFile, stop: AbortSignal): Promise<string | null> => {
      const use = async (session: ServerSession): Promise<string | null> => {
        if (!session.offers('documentFormattingProvider')) return null
        await session.show({ ...file, language: languageOf(file.path) ?? 'plaintext' })
        const answer = await session.request(formatRequest(session, file), stop)
        const text = withEdits(file.text, answer)
        if (text === null) throw new Error(NO_FIT)
        return text
      }
      return withServer(serverAt(place), use, stop)
    },
    /** Returns the state of a server in any folder of its project, and the reason of its last failure. */
    stateOf: (projectId: ProjectId, id: string): ReturnType<ServerLifecycle['state']> => {
      const states = livesOf(projectId)
        .filter(([, { place }]) => place.id === id)
        .map(([, life]) => life.state())
      const most = RANK.map((rank) => states.find(({ state }) => state === rank)).find(Boolean)
      return most ?? { state: 'resting', detail: '' }
    },
    /** Ends the servers of a project, and forgets their failures. */
    stop: async (projectId: ProjectId): Promise<void> => {
      const own = livesOf(projectId)
      for (const [key] of own) servers.delete(key)
      await Promise.all(own.map(([, life]) => life.end()))
    },
    close: async (): Promise<void> => {
      await Promise.all([...servers.values()].map((life) => life.end()))
    },
  }
}

const formatRequest = (session: ServerSession, { path, text }: CodeFile): ServerRequest => ({
  method: 'textDocument/formatting',
  params: { textDocument: { uri: session.uriOf(path) }, options: indentOptions(text) },
  capability: 'documentFormattingProvider',
})

/** The states from the one that says most to the one that says least. */
const RANK = ['running', 'starting', 'failed', 'resting'] as const

async function problemsOf(
  life: ServerLifecycle,
  files: readonly string[],
  stop: AbortSignal,
): Promise<readonly CodeProblem[]> {
  const found: CodeProblem[] = []
  const check = async (session: ServerSession): Promise<void> => {
    for (const path of files) {
      const text = await textOf(join(life.place.root, path))
      if (text === null) await session.gone(path)
      else {
        const language = languageOf(path) ?? 'plaintext'
        found.push(...(await session.problemsOf({ path, language, text }, stop)))
      }
    }
  }
  await withServer(life, check, stop)
  return found
}

/** Uses a running server. One that does not answer in time is ended. */
async function withServer<T>(
  life: ServerLifecycle,
  use: (session: ServerSession) => Promise<T>,
  stop: AbortSignal,
): Promise<T> {
  stop.throwIfAborted()
  const session = await untilStopped(life.ensure(), stop)
  try {
    await untilStopped(life.upToDate(session), stop)
    const result = await use(session)
    life.used()
    return result
  } catch (error) {
    if (!stop.aborted && error instanceof Error && error.message === NO_ANSWER) await life.giveUp(NO_ANSWER)
    throw error
  }
}

/** Settles as the promise does, or rejects at once when the caller stops. */
async function untilStopped<T>(promise: Promise<T>, stop: AbortSignal): Promise<T> {
  let give = () => {}
  const stopped = new Promise<never>((_, reject) => {
    give = () => reject(stop.reason)
  })
  stop.addEventListener('abort', give, { once: true })
  try {
    return await Promise.race([promise, stopped])
  } catch (error) {
    // The start continues for the next use of the server, which reports a failure.
    promise.catch(() => {})
    throw error
  } finally {
    stop.removeEventListener('abort', give)
  }
}

function whyOf(error: unknown) {
  if (error instanceof AppError) {
    const { message: detail, said = [] } = error.toData()
    return { state: 'failed' as const, detail, said }
  }
  const detail = error instanceof Error ? error.message : String(error)
  if (detail === NO_ANSWER) return { state: 'timeout' as const, detail, said: [say('problems.serverSlow')] }
  return { state: 'failed' as const, detail, said: [] }
}

/** Returns the text of a file; null for one that is gone, too large or no file. */
async function textOf(path: string): Promise<string | null> {
  try {
    const found = await stat(path)
    return found.isFile() && found.size <= LARGEST_FILE ? await readFile(path, 'utf8') : null
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}
