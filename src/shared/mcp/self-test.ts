import { parseJson } from '../parse-json.ts'

/** The checks of the self-test, in their order. */
export const SELF_CHECKS = [
  ...(['initialize', 'ping', 'unknownMethod', 'tools', 'schemas'] as const),
  ...(['unknownTool', 'resources', 'prompts', 'cancel'] as const),
] as const

/** The result of one check of a server. */
export type SelfCheck = {
  readonly name: (typeof SELF_CHECKS)[number]
  /** `skipped`: the server does not have the feature. */
  readonly state: 'passed' | 'failed' | 'skipped'
  /** The reason of a failure; empty for none. */
  readonly reason: string
  /** The content that the server sent, as JSON text; empty for none. */
  readonly sent: string
  readonly tookMs: number
}

/** Reads the results of a self-test. Null for another text. */
export function readSelfTest(text: string): readonly SelfCheck[] | null {
  try {
    const value: unknown = parseJson(text)
    return Array.isArray(value) && value.every(isCheck) ? value : null
  } catch (error) {
    // A text that was cut is no JSON.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isCheck(value: unknown): value is SelfCheck {
  if (typeof value !== 'object' || value === null) return false
  const { name, state, reason, sent } = value as Readonly<Record<string, unknown>>
  return (
    SELF_CHECKS.some((each) => each === name) &&
    (state === 'passed' || state === 'failed' || state === 'skipped') &&
    typeof reason === 'string' &&
    typeof sent === 'string'
  )
}
