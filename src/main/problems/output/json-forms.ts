import { z } from 'zod'
import { parseJson } from '#shared/parse-json.ts'
import type { FoundProblem } from './line-forms.ts'

/** `eslint --format json`. A severity of 1 is a warning. */
const Eslint = z.array(
  z.object({
    filePath: z.string(),
    messages: z.array(
      z.object({
        ruleId: z.nullish(z.string()),
        severity: z.nullish(z.number()),
        message: z.string(),
        line: z.nullish(z.number()),
        column: z.nullish(z.number()),
      }),
    ),
  }),
)

/** SARIF 2.1.0, as far as it is used: results with a rule, a level and places. */
const Sarif = z.object({
  runs: z.array(
    z.object({
      results: z.nullish(
        z.array(
          z.object({
            ruleId: z.nullish(z.string()),
            level: z.nullish(z.string()),
            message: z.object({ text: z.nullish(z.string()) }),
            locations: z.nullish(
              z.array(
                z.object({
                  physicalLocation: z.nullish(
                    z.object({
                      artifactLocation: z.nullish(z.object({ uri: z.nullish(z.string()) })),
                      region: z.nullish(
                        z.object({ startLine: z.nullish(z.number()), startColumn: z.nullish(z.number()) }),
                      ),
                    }),
                  ),
                }),
              ),
            ),
          }),
        ),
      ),
    }),
  ),
})

/** Reads the JSON reports of eslint and SARIF; null for another output. */
export function readJsonReport(output: string): FoundProblem[] | null {
  const value = valueIn(output)
  const eslint = Eslint.safeParse(value)
  if (eslint.success) return eslint.data.flatMap(ofEslint)
  const sarif = Sarif.safeParse(value)
  return sarif.success ? sarif.data.runs.flatMap(({ results }) => (results ?? []).flatMap(ofSarif)) : null
}

/** Parses an output that is JSON, also below lines with which npm names the script. */
function valueIn(output: string): unknown {
  const start = output.search(/^[[{]/m)
  if (start < 0) return null
  try {
    return parseJson(output.slice(start))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function ofEslint({ filePath, messages }: z.infer<typeof Eslint>[number]): FoundProblem[] {
  return messages.map(({ ruleId, severity, message, line, column }) => ({
    path: filePath,
    line: whole(line) ?? 1,
    column: whole(column),
    severity: severity === 1 ? 'warning' : 'error',
    message: oneLine(message),
    code: ruleId ?? null,
  }))
}

type SarifResult = NonNullable<z.infer<typeof Sarif>['runs'][number]['results']>[number]

function ofSarif({ ruleId, level, message, locations }: SarifResult): FoundProblem[] {
  const place = locations?.[0]?.physicalLocation
  const uri = place?.artifactLocation?.uri
  if (uri === undefined || uri === null || level === 'note' || level === 'none') return []
  return [
    {
      path: pathOfUri(uri),
      line: whole(place?.region?.startLine) ?? 1,
      column: whole(place?.region?.startColumn),
      severity: level === 'error' ? 'error' : 'warning',
      message: oneLine(message.text ?? ruleId ?? ''),
      code: ruleId ?? null,
    },
  ]
}

function pathOfUri(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^file:\/\//, ''))
  } catch (error) {
    if (error instanceof URIError) return uri
    throw error
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const whole = (value: number | null | undefined): number | null =>
  value === undefined || value === null || !Number.isInteger(value) || value < 1 ? null : value
