import type { AppErrorData } from '#shared/errors.ts'
import { failureIn, runWords, type SaidSentence, scriptFailure } from './script-failure.ts'

type Thrown = Readonly<Record<string, unknown>>
type Place = { readonly file?: unknown; readonly line?: unknown; readonly column?: unknown }

/**
 * Returns a script exception as a sentence with its position. `prefix` is the length of the code before its
 * first line.
 */
export function scriptError(json: string, prefix: number): AppErrorData {
  const thrown = read(json)
  const message = String(thrown['message'] ?? '').slice(0, 2_000)
  const said = saidIn(thrown['said'])
  if (thrown['code'] === 'limit.exceeded') {
    return { code: 'limit.exceeded', message, recoverable: false, ...(said === null ? {} : { said }) }
  }
  return failureOf(thrown['name'], { message, said }, placeOf(thrown, prefix))
}

/** Returns the sentences of a hook error, which are available in every language. */
function saidIn(said: unknown): readonly SaidSentence[] | null {
  return Array.isArray(said) && said.length > 0 && said.every(isSentence) ? said : null
}

const isSentence = (value: unknown): value is SaidSentence => {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('facts' in value)) return false
  const { name, facts } = value
  if (typeof name !== 'string' || typeof facts !== 'object' || facts === null) return false
  return Object.values(facts).every((fact) => typeof fact === 'string')
}

function read(json: string): Thrown {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Thrown) : { message: String(value) }
  } catch {
    // A hostile script can write anything here.
    return { message: 'Something was thrown that cannot be read.' }
  }
}

type Words = { readonly message: string; readonly said: readonly SaidSentence[] | null }

function failureOf(name: unknown, { message, said }: Words, place: SaidSentence | null): AppErrorData {
  if (/out of memory/i.test(message)) return at(scriptFailure('run.outOfMemory'), place)
  if (name === 'InternalError' && /stack/i.test(message)) return at(scriptFailure('run.tooDeep'), place)
  if (said !== null) {
    const failed = scriptFailure('run.failedWith')
    return at(failureIn(`${failed.message} ${message}`, [...(failed.said ?? []), ...said]), place)
  }
  const kind = typeof name !== 'string' || name === 'Error' ? '' : `${name}: `
  return at(scriptFailure('run.scriptFailed', { what: `${kind}${message}` }), place)
}

/** The same with the place where it happened. */
function at(failure: AppErrorData, place: SaidSentence | null): AppErrorData {
  if (place === null) return failure
  return failureIn(`${failure.message} ${runWords('run.place', place.facts)}`, [
    ...(failure.said ?? []),
    place,
  ])
}

function placeOf(thrown: Thrown, prefix: number): SaidSentence | null {
  const { file, line, column }: Place = 'line' in thrown ? thrown : fromStack(thrown['stack'])
  if (typeof line !== 'number' || typeof column !== 'number') return null
  const shown = line === 1 ? Math.max(1, column - prefix) : column
  const name = typeof file === 'string' ? file.slice(0, 300) : 'script'
  return { name: 'run.place', facts: { file: name, line: String(line), column: String(shown) } }
}

/** Characters of a stack that are parsed. The position is in its first lines. */
const LONGEST_STACK = 4_000

/** The engine writes `at name (file:line:column)`. */
function fromStack(stack: unknown): Place {
  const found =
    typeof stack === 'string' ? /([^\s()]+):(\d+):(\d+)\)?\s*$/m.exec(stack.slice(0, LONGEST_STACK)) : null
  return found === null ? {} : { file: found[1], line: Number(found[2]), column: Number(found[3]) }
}
