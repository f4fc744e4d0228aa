import type { z } from 'zod'
import { isJsonObject, jsonSchemaOf } from './json-schema.ts'
import type { JsonFault } from './lenient-json.ts'
import { requiredOf } from './mend-value.ts'
import { nearDeferred, nearTools } from './read-name.ts'

type Written = { readonly text: string; readonly schema: z.ZodType | null }

/** Returns the error for arguments with invalid JSON, with the position. */
export function faultWords(tool: string, { at, what }: JsonFault, { text, schema }: Written): string {
  const place = excerpt(text, at)
  const near = place === '' ? '' : ` (near ${place})`
  const example = schema === null ? '' : `, for example ${exampleOf(schema)}`
  return `Your call of \`${tool}\` could not be read as JSON: at character ${at + 1} ${what}${near}. Nothing was done. Send the arguments again as one JSON object${example}.`
}

/** Returns the error for a call truncated by the length limit of the answer. */
export function cutWords(tool: string, tokens: number | null): string {
  const limit = tokens === null ? 'its length limit' : `its limit of ${tokens} tokens`
  const how =
    tool === 'write'
      ? 'Nothing was written. Write the file in parts: first `write` with the beginning, then `edit` to add the rest.'
      : 'Nothing was done. Make the call again with less in it, or do the work in several calls.'
  return `Your call of \`${tool}\` was cut off because the answer reached ${limit}. ${how}`
}

type Named = { readonly offered: readonly string[]; readonly deferred: readonly string[] }

/** Returns the error for an unknown tool, with the available ones. Of tools that are not offered only near names. */
export function unknownToolWords(name: string, { offered, deferred }: Named): string {
  const near = [...nearTools(name, offered), ...nearDeferred(name, deferred)].slice(0, 3)
  const meant = near.length === 0 ? '' : ` Did you mean ${near.map((each) => `\`${each}\``).join(' or ')}?`
  const more = deferred.length === 0 ? '' : ' `search_tools` finds more.'
  return `There is no tool \`${name.slice(0, 100)}\`. You have: ${offered.join(', ')}.${more}${meant}`
}

const AROUND = 20

function excerpt(text: string, at: number): string {
  const part = text.slice(Math.max(0, at - AROUND), at + AROUND).trim()
  return part === '' ? '' : `\`${part.replace(/\s+/g, ' ')}\``
}

/** An object with the arguments that must be given. */
function exampleOf(schema: z.ZodType): string {
  const json = jsonSchemaOf(schema)
  const { properties } = json
  if (!isJsonObject(properties)) return '{…}'
  const members = requiredOf(json).map((name) => `${JSON.stringify(name)}:${sampleOf(properties[name])}`)
  return `{${members.join(',')}}`
}

function sampleOf(property: unknown): string {
  const type = isJsonObject(property) ? property['type'] : null
  if (type === 'integer' || type === 'number') return '1'
  if (type === 'boolean') return 'true'
  return type === 'array' ? '[…]' : '"…"'
}
