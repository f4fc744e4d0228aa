import type { AppErrorData } from '#shared/errors.ts'
import { scriptFailure } from './script-failure.ts'

type Thrown = Readonly<Record<string, unknown>>
type Place = { readonly file?: unknown; readonly line?: unknown; readonly column?: unknown }

/** What a script threw, as a sentence with its place. `prefix` is what stands before it on its first line. */
export function scriptError(json: string, prefix: number): AppErrorData {
  const thrown = read(json)
  const message = String(thrown['message'] ?? '').slice(0, 2_000)
  if (thrown['code'] === 'limit.exceeded') return { code: 'limit.exceeded', message, recoverable: false }
  return failureOf(thrown['name'], message, placeOf(thrown, prefix))
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

function failureOf(name: unknown, message: string, place: string): AppErrorData {
  if (/out of memory/i.test(message))
    return scriptFailure(`The script used more memory than it may have (64 MiB).${place}`, {
      name: 'run.outOfMemory',
      facts: {},
    })
  if (name === 'InternalError' && /stack/i.test(message))
    return scriptFailure(`The script calls itself too deeply.${place}`)
  const kind = typeof name !== 'string' || name === 'Error' ? '' : `${name}: `
  const what = `${kind}${message}${place}`
  return scriptFailure(`The script failed: ${what}`, { name: 'run.scriptFailed', facts: { what } })
}

function placeOf(thrown: Thrown, prefix: number): string {
  const { file, line, column }: Place = 'line' in thrown ? thrown : fromStack(thrown['stack'])
  if (typeof line !== 'number') return ''
  const shown = typeof column === 'number' ? (line === 1 ? Math.max(1, column - prefix) : column) : null
  const name = typeof file === 'string' ? file.slice(0, 300) : 'script'
  return ` (${name}, line ${line}${shown === null ? '' : `, column ${shown}`})`
}

/** The engine writes `at name (file:line:column)`. */
function fromStack(stack: unknown): Place {
  const found = typeof stack === 'string' ? /([^\s()]+):(\d+):(\d+)\)?\s*$/m.exec(stack) : null
  return found === null ? {} : { file: found[1], line: Number(found[2]), column: Number(found[3]) }
}
