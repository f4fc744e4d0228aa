import { plainKey } from './field-aliases.ts'
import { isJsonObject, type Json } from './json-schema.ts'

/** The name of the tool by which tools are called that are not in the tool list. */
export const CALL_TOOL = 'call_tool' as const

/** The error for a call that names no tool. */
export const CALL_FORM =
  '`call_tool` needs `name`, the name of a tool, and `arguments`, an object with its arguments. Nothing was done.'

const NAMES = ['name', 'tool', 'toolname', 'function', 'functionname']
const ARGUMENTS = ['arguments', 'args', 'argument', 'parameters', 'params', 'input', 'toolinput', 'kwargs']

/** Returns the name and the arguments, as text, of the call inside a call of `call_tool`; null where no tool is named. */
export function targetOf(args: unknown): { readonly name: string; readonly text: string } | null {
  if (!isJsonObject(args)) return null
  const members = Object.entries(args)
  const named = memberOf(members, NAMES)
  if (named === undefined || typeof named[1] !== 'string' || named[1].trim() === '') return null
  const given = memberOf(members, ARGUMENTS)
  // Some models write the arguments beside the name.
  const rest: Json = Object.fromEntries(members.filter(([key]) => key !== named[0]))
  const value = given === undefined ? rest : given[1]
  return { name: named[1].trim(), text: typeof value === 'string' ? value : JSON.stringify(value ?? {}) }
}

/** The first of the keys, in their order, that an object has. */
function memberOf(members: readonly (readonly [string, unknown])[], keys: readonly string[]) {
  for (const key of keys) {
    const found = members.find(([name]) => plainKey(name) === key)
    if (found !== undefined) return found
  }
  return undefined
}
