import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { type SentenceName, say } from '../sentences.ts'
import { issueWords } from './issue-words.ts'

type Path = readonly PropertyKey[]

/** A hand-written settings file: its name, kind, key wording and the line of each key. */
export type SettingFile = {
  readonly file: string
  readonly noun: 'config' | 'agent' | 'skill' | 'hook' | 'command' | 'tool' | 'plugin'
  readonly keyText: (path: Path) => string
  readonly lineOf: (path: Path) => number | null
}

/** Returns the first error of a file with its location. Never quotes a value, because it may be a key. */
export function settingProblem(error: z.ZodError, file: SettingFile): AppError {
  return settingProblems(error, file)[0] ?? invalid(say('setting.unusable', { file: file.file }))
}

/** Everything that is wrong with a file, a sentence each, keys that there are not first. */
export function settingProblems({ issues }: z.ZodError, file: SettingFile): readonly AppError[] {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => unknownKey([...issue.path, key], file)) : [],
  )
  const others = issues.filter(({ code }) => code !== 'unrecognized_keys')
  return [...unknown, ...others.map((issue) => problemIn(issue, file))]
}

function problemIn(issue: z.core.$ZodIssue, file: SettingFile): AppError {
  if (issue.path.length === 0 && file.noun !== 'config') {
    return invalid(say('setting.noTable', { file: file.file }))
  }
  const at = { key: file.keyText(issue.path), file: file.file }
  const line = lineText(file, issue.path)
  if (issue.path.at(-1) === 'apiKeyRef') {
    return invalid(line === null ? say('setting.keyRef', at) : say('setting.keyRefAt', { ...at, line }))
  }
  if (issue.code === 'invalid_type' && /received undefined$/.test(issue.message)) {
    return invalid(line === null ? say('setting.missing', at) : say('setting.missingAt', { ...at, line }))
  }
  const inside = issue.code === 'invalid_union' ? insideOf(issue) : null
  if (inside !== null) return problemIn(inside, file)
  const wrong = { ...at, what: issueWords(issue) }
  return invalid(line === null ? say('setting.wrong', wrong) : say('setting.wrongAt', { ...wrong, line }))
}

/** The one schema of several that takes a value as a whole and is wrong about something in it. */
function insideOf(issue: Extract<z.core.$ZodIssue, { code: 'invalid_union' }>): z.core.$ZodIssue | null {
  const shaped = issue.errors.filter(
    (branch) => branch.length > 0 && branch.every(({ path }) => path.length > 0),
  )
  const [first] = shaped.length === 1 ? (shaped[0] ?? []) : []
  return first === undefined ? null : { ...first, path: [...issue.path, ...first.path] }
}

function unknownKey(path: Path, file: SettingFile): AppError {
  const at = { noun: file.noun, key: file.keyText(path), file: file.file }
  const line = lineText(file, path)
  return invalid(line === null ? say('setting.unknown', at) : say('setting.unknownAt', { ...at, line }))
}

function lineText(file: SettingFile, path: Path): string | null {
  const line = file.lineOf(path)
  return line === null ? null : String(line)
}

function invalid(said: ReturnType<typeof say<SentenceName>>): AppError {
  return AppError.saying('config.invalid', said)
}
