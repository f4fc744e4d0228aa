import type { AgentFileProblem } from '#shared/agent/file-problem.ts'
import type { AgentText } from './agent-text.ts'

/** The form of an agent file as its fields draw and change it. */
export type FormPart = {
  readonly values: AgentText
  /** Sets a key of the header; undefined removes it. */
  readonly set: (key: string, value: unknown) => void
  readonly setBody: (body: string) => void
  /** Returns the fault of a key's value as a sentence; undefined for none. */
  readonly errorOf: (key: string) => string | undefined
}

/** The keys that the form shows. All others stay in the file as they are. */
export const FORM_KEYS = [
  ...(['name', 'description', 'mode', 'color', 'model', 'effort', 'permissionMode'] as const),
  ...(['maxTurns', 'tools', 'permission'] as const),
] as const

/** Returns the key a problem is about; null where it is about none. */
export function keyOfProblem({ said }: Pick<AgentFileProblem, 'said'>): string | null {
  const key = said.find(({ facts }) => facts['key'] !== undefined)?.facts['key']
  return key?.split('.')[0] ?? null
}

const SHOWN: readonly string[] = FORM_KEYS

/** Whether a problem is about nothing that the form shows. */
export function isElsewhere(problem: Pick<AgentFileProblem, 'said'>): boolean {
  const key = keyOfProblem(problem)
  return key === null || !SHOWN.includes(key)
}

/** Returns a value as a text field shows it. */
export const textIn = ({ header }: AgentText, key: string): string => {
  const value = header[key]
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}

/** Returns a typed number as a number, so that it is written as one; other text as it is, and undefined for none. */
export function typedNumber(text: string): number | string | undefined {
  if (text === '') return undefined
  return /^\d{1,9}$/.test(text) ? Number(text) : text
}
