import { parseJson } from '#shared/parse-json.ts'
import { toolTitle } from '../../../../approvals/tool-title.ts'
import type { Text } from '../../../../messages/TextProvider.tsx'
import type { ToolEntry } from '../entry.ts'

/** Says how the app read a call that was not right to the letter. Null for a call that was. */
export function readingWords(call: ToolEntry, t: Text): string | null {
  const { written, outcome } = call
  const path = outcome?.path
  if (written?.problem !== undefined) return t('chat.tool.unreadable')
  const parts = [
    ...(written === undefined ? [] : writtenParts({ ...call, written }, t)),
    ...(path === undefined ? [] : [t('chat.tool.pathReadAs', { path: path.taken })]),
    ...mendingsOf(outcome).map((kind) => t(`chat.tool.mended.${kind}`)),
  ]
  // It is a part of one call: a list of edits, for example.
  if (written !== undefined && parts.length === 0) return t('chat.tool.severalCalls')
  return parts.length === 0 ? null : parts.join(' · ')
}

/** The original text of a call that was read in another way. */
export function writtenText({ name, args, written, outcome }: ToolEntry): string {
  if (written !== undefined) return written.args === '' ? written.name : `${written.name}\n${written.args}`
  return mendingsOf(outcome).length > 0 ? `${name}\n${JSON.stringify(args)}` : (outcome?.path?.given ?? '')
}

function mendingsOf(outcome: ToolEntry['outcome']) {
  const details = outcome?.details
  return details?.kind === 'edit' || details?.kind === 'write' ? (details.mended ?? []) : []
}

type Written = ToolEntry & { readonly written: NonNullable<ToolEntry['written']> }

function writtenParts({ name, args, written }: Written, t: Text): readonly string[] {
  const given = objectOf(written.args)
  const names = given === 'no JSON' ? [] : changedNames(given, args)
  return [
    ...(written.asText === true ? [t('chat.tool.asText')] : []),
    ...(written.name === name
      ? []
      : [t('chat.tool.readAs', { name: toolTitle(name, t), written: written.name })]),
    ...(given === 'no JSON' ? [t('chat.tool.argsNotJson')] : []),
    ...(names.length === 0 ? [] : [t('chat.tool.argsMended', { names: names.join(', ') })]),
  ]
}

function objectOf(text: string): Readonly<Record<string, unknown>> | 'no JSON' {
  if (text.trim() === '') return {}
  try {
    const value = parseJson(text)
    return isObject(value) ? value : 'no JSON'
  } catch (error) {
    if (error instanceof SyntaxError) return 'no JSON'
    throw error
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The arguments of the model that are not taken as they are, by the names it gave them. */
function changedNames(given: Readonly<Record<string, unknown>>, args: unknown): readonly string[] {
  const taken = isObject(args) ? args : {}
  return Object.entries(given).flatMap(([name, value]) =>
    JSON.stringify(taken[name]) === JSON.stringify(value) ? [] : [name],
  )
}
