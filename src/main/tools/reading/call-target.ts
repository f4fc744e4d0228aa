import { isNothing, plainKey } from './field-aliases.ts'
import { isJsonObject, type Json } from './json-schema.ts'
import { readArguments } from './read-arguments.ts'

/** The name of the tool by which tools are called that are not in the tool list. */
export const CALL_TOOL = 'call_tool' as const

/** The error for a call that names no tool. */
export const CALL_FORM =
  '`call_tool` needs `name`, the name of a tool, and `arguments`, an object with its arguments. Nothing was done.'

const NAMES = ['name', 'tool', 'toolname', 'function', 'functionname']
const ARGUMENTS = ['arguments', 'args', 'argument', 'parameters', 'params', 'input', 'toolinput', 'kwargs']
const WRAPPERS = [...ARGUMENTS, 'function', 'call', 'toolcall', plainKey(CALL_TOOL)]

/** The call inside a call of `call_tool`. */
export type CallTarget = {
  readonly name: string
  /** Its arguments; nothing where none were given. */
  readonly args: unknown
  /** Other members of the call that say something. */
  readonly beside: Json
  /** Whether the call has the form that `call_tool` asks for. */
  readonly isPlain: boolean
}

/** Returns the calls inside a call of `call_tool`; null where one of them names no tool. */
export function targetsOf(values: readonly unknown[]): readonly CallTarget[] | null {
  const found = values.flatMap((value) => (Array.isArray(value) ? value.map(unlisted) : [targetIn(value)]))
  const targets = found.filter((target) => target !== null)
  return targets.length === 0 || targets.length < found.length ? null : targets
}

function targetIn(value: unknown): CallTarget | null {
  return targetOf(value) ?? asMended(targetOf(insideOf(value)))
}

const unlisted = (value: unknown): CallTarget | null => asMended(targetIn(value))

const asMended = (target: CallTarget | null): CallTarget | null =>
  target === null ? null : { ...target, isPlain: false }

function targetOf(value: unknown): CallTarget | null {
  if (!isJsonObject(value)) return null
  const members = Object.entries(value)
  const [nameKey, name] = memberOf(members, NAMES) ?? []
  if (typeof name !== 'string' || name.trim() === '') return null
  // Some models write the arguments beside the name.
  if (memberOf(members, ARGUMENTS) === undefined) {
    const args = Object.fromEntries(members.filter(([key]) => key !== nameKey))
    return { name: name.trim(), args, beside: {}, isPlain: nameKey === 'name' && members.length === 1 }
  }
  const said = members.filter(([, each]) => !isNothing(each) || each === false)
  const [argsKey, args] = memberOf(said, ARGUMENTS) ?? []
  const isPlain = members.every(
    ([key, each]) => key === 'name' || (key === 'arguments' && isJsonObject(each)),
  )
  return {
    name: name.trim(),
    args,
    beside: Object.fromEntries(said.filter(([key]) => key !== nameKey && key !== argsKey)),
    isPlain,
  }
}

/** The only member of an object, where it can hold a whole call. */
function insideOf(value: unknown): unknown {
  if (!isJsonObject(value)) return null
  const [only, ...others] = Object.entries(value).filter(([, each]) => !isNothing(each))
  if (only === undefined || others.length > 0 || !WRAPPERS.includes(plainKey(only[0]))) return null
  if (typeof only[1] !== 'string') return only[1]
  const read = readArguments(only[1])
  return read.ok && read.values.length === 1 ? read.values[0] : null
}

/** The first of the keys, in their order, that an object has. */
function memberOf(members: readonly (readonly [string, unknown])[], keys: readonly string[]) {
  for (const key of keys) {
    const found = members.find(([name]) => plainKey(name) === key)
    if (found !== undefined) return found
  }
  return undefined
}
