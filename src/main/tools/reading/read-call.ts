import { CALL_FORM, CALL_TOOL, type CallTarget, targetsOf } from './call-target.ts'
import { cutWords, faultWords, unknownToolWords } from './fault-words.ts'
import { isNothing } from './field-aliases.ts'
import { isJsonObject, jsonSchemaOf } from './json-schema.ts'
import { fieldFor, mendFields, type ReadableTool } from './mend-fields.ts'
import { unknownWords } from './mend-value.ts'
import { readArguments } from './read-arguments.ts'
import { isEditorTool, readName } from './read-name.ts'

/** Maximum calls in one call of `call_tool`. */
const MOST_CALLS = 20

/** A call as the model wrote it: a name, and arguments as text. */
export type CallText = { readonly name: string; readonly text: string }

/** Facts about a call that its text does not hold. */
export type CallScene = {
  /** The tools the model was offered. A call never becomes one of another tool. */
  readonly offered: readonly ReadableTool[]
  /** Tools that can be called and are not in its list; missing: none. Only a name that is right is read as one of them. */
  readonly deferred?: readonly ReadableTool[]
  /** The answer reached its length limit, of so many tokens, at this call; null where it did not. */
  readonly lengthLimit: { readonly tokens: number | null } | null
}

/** A call as it is carried out. */
export type ReadCall = {
  readonly name: string
  readonly args: unknown
  /** Notes for the model on how the call was read. */
  readonly notes: readonly string[]
  /** Why the call cannot be carried out, worded for the model; null where its tool decides. */
  readonly problem: string | null
  /** Its tool is one of the deferred: models see the call as one of `call_tool`. */
  readonly via?: typeof CALL_TOOL
}

/** The calls in a written one, at least one. `isMended`: they differ from the original. */
export type CallRead = { readonly calls: readonly [ReadCall, ...ReadCall[]]; readonly isMended: boolean }

/**
 * Reads a call. One that its tool takes as written stays as written; another is mended where its meaning is plain.
 * A call that cannot be read keeps its text as arguments.
 */
export function readCall(written: CallText, scene: CallScene): CallRead {
  const named = toolOf(written, scene)
  const tool = named.tool
  if (tool?.name === CALL_TOOL) return readThrough(written, tool, scene)
  const isDeferred = scene.deferred?.some(({ name }) => name === tool?.name) === true
  const via: Pick<ReadCall, 'via'> = isDeferred ? { via: CALL_TOOL } : {}
  const read = readArguments(written.text, {
    isCut: scene.lengthLimit !== null,
    ...(tool === null ? {} : { isKey: keysOf(tool) }),
  })
  if (!read.ok) {
    const name = tool?.name ?? written.name
    const problem =
      read.fault.kind === 'cut' && scene.lengthLimit !== null
        ? cutWords(name, scene.lengthLimit.tokens)
        : faultWords(name, read.fault, { text: written.text, schema: tool?.schema ?? null })
    return unread(written, { name, args: written.text, problem, ...via })
  }
  const [first] = read.values
  if (tool === null) return unread(written, { name: written.name, args: first, problem: null })
  const values = named.isEditor ? read.values.map(withoutCommand) : read.values
  const fields = mendFields(tool, values, (name) => readName(name, [tool.name]) !== null)
  if (!fields.ok) return unread(written, { name: tool.name, args: first, problem: fields.refusal, ...via })
  const [call, ...more] = fields.calls.map((each) => ({ name: tool.name, ...each, problem: null, ...via }))
  if (call === undefined) return unread(written, { name: tool.name, args: first, problem: null, ...via })
  const isMended = tool.name !== written.name || more.length > 0 || !read.isPlain || call.args !== first
  return { calls: [call, ...more], isMended }
}

type Unread = Omit<ReadCall, 'notes'>

function unread(written: CallText, call: Unread): CallRead {
  return { calls: [{ ...call, notes: [] }], isMended: call.name !== written.name || call.problem !== null }
}

type Named = { readonly tool: ReadableTool | null; readonly isEditor: boolean }

function toolOf({ name, text }: CallText, { offered, deferred = [] }: CallScene): Named {
  const names = offered.map((tool) => tool.name)
  const others = deferred.map((tool) => tool.name)
  const read = others.includes(name) ? name : (readName(name, names) ?? readName(name, others))
  const isEditor = read === null && isEditorTool(name)
  const meant = isEditor ? editorTool(text) : read
  return { tool: [...offered, ...deferred].find((tool) => tool.name === meant) ?? null, isEditor }
}

/**
 * Reads a call of `call_tool` as the call of the tool that it names. From here on rules, cards, hooks and the log see
 * that tool.
 */
function readThrough({ name, text }: CallText, tool: ReadableTool, scene: CallScene): CallRead {
  const read = readArguments(text, { isCut: scene.lengthLimit !== null })
  if (!read.ok) {
    const problem =
      read.fault.kind === 'cut' && scene.lengthLimit !== null
        ? cutWords(CALL_TOOL, scene.lengthLimit.tokens)
        : faultWords(CALL_TOOL, read.fault, { text, schema: tool.schema })
    return unread({ name, text }, { name: CALL_TOOL, args: text, problem })
  }
  const [args] = read.values
  const failed = (problem: string) => unread({ name, text }, { name: CALL_TOOL, args, problem })
  const targets = targetsOf(read.values)
  if (targets === null || targets.length > MOST_CALLS) return failed(CALL_FORM)
  const within = { ...scene, offered: scene.offered.filter((each) => each.name !== CALL_TOOL) }
  const calls: ReadCall[] = []
  let isMended = name !== CALL_TOOL || !read.isPlain || targets.length > 1
  for (const target of targets) {
    const through = readTarget(target, within)
    if ('problem' in through) return failed(through.problem)
    calls.push(...through.calls)
    isMended ||= !target.isPlain || through.isMended || through.calls.some(({ via }) => via === undefined)
  }
  const [first, ...more] = calls
  return first === undefined ? failed(CALL_FORM) : { calls: [first, ...more], isMended }
}

/** Reads the call inside a call of `call_tool`. Nothing outside its arguments is lost in silence. */
function readTarget(target: CallTarget, scene: CallScene): CallRead | { readonly problem: string } {
  const { offered, deferred = [] } = scene
  const text = textOf(target.args)
  const { tool } = toolOf({ name: target.name, text }, scene)
  if (tool === null) {
    if (readName(target.name, [CALL_TOOL]) !== null) return { problem: '`call_tool` cannot call itself.' }
    const names = { offered: offered.map(nameOf), deferred: deferred.map(nameOf) }
    return { problem: unknownToolWords(target.name, names) }
  }
  const isArgument = keysOf(tool)
  const isGiven = (key: string) => isJsonObject(target.args) && Object.hasOwn(target.args, key)
  const beside = Object.entries(target.beside)
  const own = beside.filter(([key]) => isArgument(key) && !isGiven(key))
  const others = beside.filter(([key]) => !isArgument(key) || isGiven(key))
  const hasOwn = isNothing(target.args)
  const [stray] = own
  if (!hasOwn && stray !== undefined) return { problem: besideWords(stray[0]) }
  const given = hasOwn ? JSON.stringify(Object.fromEntries(own)) : text
  const read = readCall({ name: target.name, text: given }, { ...scene, lengthLimit: null })
  if (others.length === 0) return read
  const [first, ...more] = read.calls
  const notes = [...first.notes, ...others.map(([key]) => unknownWords(key))]
  return { calls: [{ ...first, notes }, ...more], isMended: true }
}

const textOf = (args: unknown): string => (typeof args === 'string' ? args : JSON.stringify(args ?? {}))

function besideWords(key: string): string {
  return `\`${key.slice(0, 60)}\` is outside the arguments of \`${CALL_TOOL}\`. Put it into \`arguments\`. Nothing was done.`
}

const nameOf = ({ name }: ReadableTool): string => name

const EDITOR_TOOLS: Readonly<Record<string, string>> = { view: 'read', create: 'write', str_replace: 'edit' }

/** The editor tool of other harnesses says in `command` what it is to do. */
function editorTool(text: string): string | null {
  const read = readArguments(text)
  const only = read.ok ? read.values[0] : null
  const command = isJsonObject(only) ? only['command'] : null
  return typeof command === 'string' ? (EDITOR_TOOLS[command] ?? null) : null
}

/** Drops empty arguments of other commands of that tool. */
function withoutCommand(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).filter(([key, each]) => key !== 'command' && (each === '' || !isNothing(each))),
  )
}

/** Returns the check for argument names of a tool, including those of other harnesses. */
function keysOf(tool: ReadableTool): (name: string) => boolean {
  const { properties } = jsonSchemaOf(tool.schema)
  const known = isJsonObject(properties) ? properties : {}
  return (name) => fieldFor(tool.name, name, known) !== null
}
