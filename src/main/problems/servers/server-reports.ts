import { isAbsolute, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { CodeProblem } from '#shared/problems/problem.ts'

const Position = z.object({ line: z.number().int().nonnegative(), character: z.number().int().nonnegative() })

/** A diagnostic of the protocol, as far as it is used. Lines and columns count from 0. */
const Diagnostic = z.object({
  range: z.object({ start: Position }),
  severity: z.nullish(z.number()),
  code: z.nullish(z.union([z.string(), z.number()])),
  message: z.string(),
})

/** The parameters of `textDocument/publishDiagnostics`. */
export const Published = z.object({
  uri: z.string(),
  version: z.nullish(z.number()),
  diagnostics: z.array(z.unknown()),
})

/** The answer to `textDocument/diagnostic`. */
export const Pulled = z.object({ kind: z.literal('full'), items: z.array(z.unknown()) })

/** The part of the answer to `initialize` that is used. */
export const Initialized = z.object({
  capabilities: z.record(z.string(), z.unknown()),
})

/** Diagnostics of one file that are kept, and the length of a message in UTF-16 units. */
const MOST_DIAGNOSTICS = 2_000
const LONGEST_MESSAGE = 500
/** The severities of the protocol that are problems. Others are hints. */
const ERROR = 1
const WARNING = 2

/** Reads the diagnostics of one file. Those that do not fit the protocol are left out. */
export function readDiagnostics(path: string, diagnostics: readonly unknown[]): readonly CodeProblem[] {
  return diagnostics.slice(0, MOST_DIAGNOSTICS).flatMap((each): readonly CodeProblem[] => {
    const read = Diagnostic.safeParse(each)
    if (!read.success) return []
    const { range, severity, code, message } = read.data
    const level = severity ?? ERROR
    if (level !== ERROR && level !== WARNING) return []
    return [
      {
        path,
        line: range.start.line + 1,
        column: range.start.character + 1,
        severity: level === ERROR ? 'error' : 'warning',
        message: plain(message),
        code: code === null || code === undefined ? null : plain(String(code)),
      },
    ]
  })
}

/** Returns the path of a URI relative to a folder, with `/`; null for one outside and for another scheme. */
export function pathIn(root: string, uri: string): string | null {
  if (!uri.startsWith('file:')) return null
  try {
    const path = relative(root, fileURLToPath(uri))
    return path === '' || path.startsWith('..') || isAbsolute(path) ? null : path.split(sep).join(posix.sep)
  } catch (error) {
    // A URI that names no file of this system.
    if (error instanceof TypeError || error instanceof URIError) return null
    throw error
  }
}

/** Control characters could steer a terminal or hide text. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_MESSAGE)
