import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { SchemaVerdict } from '../../engine/ports.ts'

const MOST_PROBLEMS = 10
const MOST_SCHEMAS = 100
const LONGEST_SCHEMA = 256 * 1_024

type Schema = Record<string, unknown>

/**
 * Compares values with JSON Schemas that a script wrote. A schema can be made to take for ever, so this belongs where
 * it can be ended: in the sandbox's worker.
 */
export function createSchemaCheck(): (schema: string, value: string) => SchemaVerdict {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictTuples: false,
    validateFormats: false,
    logger: false,
  })
  const known = new Map<string, ValidateFunction | string>()

  const compiled = (text: string): ValidateFunction | string => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = compile(ajv, text)
    if (known.size >= MOST_SCHEMAS) known.clear()
    known.set(text, made)
    return made
  }
  return (schema, value) => {
    const validate = compiled(schema)
    if (typeof validate === 'string') return { fits: false, problems: [validate], invalid: true }
    if (validate(JSON.parse(value))) return { fits: true }
    return { fits: false, problems: problemsOf(validate.errors ?? []), invalid: false }
  }
}

function compile(ajv: Ajv2020, text: string): ValidateFunction | string {
  if (text.length > LONGEST_SCHEMA) return `It is longer than ${LONGEST_SCHEMA} characters.`
  const { $schema: _dialect, ...schema } = JSON.parse(text) as Schema
  try {
    const validate = ajv.compile(schema)
    // It is kept here by its text; ajv would refuse another one with the same $id.
    ajv.removeSchema()
    return '$async' in validate ? 'It may not be $async.' : validate
  } catch (error) {
    ajv.removeSchema()
    return error instanceof Error ? `${error.message}.` : 'It cannot be read.'
  }
}

function problemsOf(errors: readonly ErrorObject[]): string[] {
  const words = errors.slice(0, MOST_PROBLEMS).map(problemOf)
  return errors.length > MOST_PROBLEMS ? [...words, `… and ${errors.length - MOST_PROBLEMS} more.`] : words
}

function problemOf({ instancePath, message, keyword, params }: ErrorObject): string {
  const where = instancePath === '' ? 'The value' : instancePath.replaceAll('/', '.').slice(1)
  const extra =
    keyword === 'additionalProperties'
      ? ` (${String(params['additionalProperty'])})`
      : keyword === 'enum'
        ? ` (${JSON.stringify(params['allowedValues'])})`
        : ''
  return `${where} ${message ?? 'does not fit'}${extra}.`.slice(0, 500)
}
