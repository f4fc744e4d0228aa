import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { normalArgs } from './normal-args.ts'
import { type ParsedScript, parseScript } from './parse-script.ts'
import type { SchemaVerdict } from './ports.ts'
import { invalidScript } from './script-fault.ts'

export type ReadyScript = { readonly script: ParsedScript; readonly args: unknown }

/** A script with arguments that fit it, or an `AppError` with `script.invalid` before anything has started. */
export async function readyScript(
  script: ParsedScript,
  args: unknown,
  check: (schema: unknown, value: unknown) => Promise<SchemaVerdict>,
): Promise<ReadyScript> {
  const { meta } = script
  const normal = normalArgs(args, meta.args)
  if (meta.args === undefined) return { script, args: normal }
  const verdict = await check(meta.args, normal)
  if (verdict.fits) return { script, args: normal }
  const facts = { name: meta.name, what: verdict.problems.join(' ') }
  throw AppError.saying('script.invalid', say(verdict.invalid ? 'args.schema' : 'args.misfit', facts))
}

/** The parsed script, or what is wrong with it as an error. */
export function parsedOrThrow(source: string, fileName: string): ParsedScript {
  const parsed = parseScript(source, fileName)
  if (!parsed.ok) throw invalidScript(fileName, parsed.problem)
  return parsed.script
}
