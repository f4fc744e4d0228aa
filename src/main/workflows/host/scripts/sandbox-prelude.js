// The first code in a sandbox: a module that makes the hooks of a script out of one function of the host, `send`, and
// keeps that function to itself. It takes hold of every built-in it needs before a script can change them.
const { parse, stringify } = JSON
const { isArray } = Array
const { keys, freeze, create, getPrototypeOf, prototype: ObjectPrototype } = Object
const OwnError = Error
const OwnPromise = Promise
const text = String
const { max } = Math
const bound = (method) => Function.prototype.call.bind(method)
const setHas = bound(Set.prototype.has)
const setAdd = bound(Set.prototype.add)
const setDelete = bound(Set.prototype.delete)
const weakHas = bound(WeakSet.prototype.has)
const weakAdd = bound(WeakSet.prototype.add)
const mapGet = bound(WeakMap.prototype.get)
const mapSet = bound(WeakMap.prototype.set)
const slice = bound(String.prototype.slice)
const join = bound(Array.prototype.join)
const split = bound(String.prototype.split)
const exec = bound(RegExp.prototype.exec)

const waiting = create(null)
const fatal = new WeakSet()
const sayings = new WeakMap()
const counts = { ids: 0, agent: 0, workflow: 0, log: 0, phase: 0 }
let spent = 0
let over = false
let saidLate = false

let send = () => {}
let limits = {}

/** Makes the hooks, and gives back what the host needs of them. */
export function open(hostSend, hostLimits) {
  send = hostSend
  limits = hostLimits
  stopTheClock()
  return { begin, deliver }
}

/** Runs the script of the run, and says how it ended. */
async function begin(script, argsJson, total) {
  try {
    const value = await start(script, 0, argsJson, total)
    const json = crossing(value, 'return')
    over = true
    send('end', 0, 0, json)
  } catch (error) {
    over = true
    send('fail', 0, 0, stringify(described(error)))
  }
}

function start(script, frame, argsJson, total) {
  const { agent, parallel, pipeline, phase, log, workflow, budget } = hooksFor(frame, total)
  return script(agent, parallel, pipeline, phase, log, workflow, parse(argsJson), budget)
}

/** Gives a call what it waited for. */
function deliver(id, kind, json, nowSpent, script) {
  spent = nowSpent
  const call = waiting[id]
  delete waiting[id]
  if (call === undefined) return
  if (kind === 'value') return call.resolve(parse(json))
  if (kind === 'error') return call.reject(hostError(parse(json)))
  const { frame, args, total } = parse(json)
  call.resolve(start(script, frame, stringify(args), total))
}

function hooksFor(frame, total) {
  const budget = freeze({
    total,
    spent: () => spent,
    remaining: () => (total === null ? Infinity : max(0, total - spent)),
  })
  return {
    agent: async (prompt, options) => {
      goingOn('agent')
      count('agent', limits.maxAgents, 'call.mostAgents')
      return await ask('agent', frame, { prompt, options })
    },
    workflow: async (script, args) => {
      goingOn('workflow')
      count('workflow', limits.maxAgents, 'call.mostNested')
      return await ask('workflow', frame, { script, args })
    },
    parallel: async (thunks) => parallel(frame, thunks),
    pipeline: async (items, ...stages) => pipeline(frame, items, stages),
    phase: (title) => phase(frame, title),
    log: (words) => log(frame, words),
    budget,
  }
}

async function parallel(frame, thunks) {
  goingOn('parallel')
  const list = listOf(thunks, 'parallel')
  for (let at = 0; at < list.length; at += 1) {
    if (typeof list[at] === 'function') continue
    throw fault(TypeError, 'call.itemNoFunction', { at, found: nameOf(list[at]) })
  }
  return allOf(frame, 'parallel', list.length, (at) => list[at]())
}

async function pipeline(frame, items, stages) {
  goingOn('pipeline')
  const list = listOf(items, 'pipeline')
  for (let at = 0; at < stages.length; at += 1) {
    if (typeof stages[at] === 'function') continue
    throw fault(TypeError, 'call.stageNoFunction', { at: at + 1, found: nameOf(stages[at]) })
  }
  return allOf(frame, 'pipeline', list.length, async (at) => {
    let value = list[at]
    for (let stage = 0; stage < stages.length; stage += 1) value = await stages[stage](value, list[at], at)
    return value
  })
}

function phase(frame, title) {
  goingOn('phase')
  if (typeof title !== 'string' || title === '') throw fault(TypeError, 'call.phaseTitle', {})
  count('phase', limits.maxPhases, 'call.mostPhases')
  send('phase', 0, frame, slice(title, 0, 200))
}

function log(frame, words) {
  goingOn('log')
  count('log', limits.maxLogs, 'call.mostLogs')
  const line = typeof words === 'string' ? words : crossing(words, 'log')
  send('log', 0, frame, slice(line, 0, limits.maxLogChars))
}

/** Nobody waits for what is thrown here, so the log of the run says it, too. */
function goingOn(hook) {
  if (!over) return
  const late = fault(OwnError, 'call.ended', { hook })
  if (!saidLate) send('warn', 0, 0, stringify(mapGet(sayings, late)) ?? '[]')
  saidLate = true
  throw late
}

function count(what, most, name) {
  counts[what] += 1
  if (counts[what] > most) throw limitError(name, { most })
}

/** An error in a sentence of the app, which is known in other languages by its name. */
function fault(Kind, name, particulars) {
  const names = keys(particulars)
  const facts = create(null)
  let words = limits.words[name]
  for (let at = 0; at < names.length; at += 1) {
    facts[names[at]] = slice(text(particulars[names[at]]), 0, 500)
    words = join(split(words, `{${names[at]}}`), facts[names[at]])
  }
  const error = new Kind(words)
  mapSet(sayings, error, [{ name, facts }])
  return error
}

function ask(hook, frame, payload) {
  const json = crossing(payload, hook)
  counts.ids += 1
  const id = counts.ids
  return new OwnPromise((resolve, reject) => {
    waiting[id] = { resolve, reject }
    send(hook, id, frame, json)
  })
}

/** Everything is started at once. What throws becomes null and is said; a limit of the run goes through. */
async function allOf(frame, name, length, run) {
  const results = []
  const going = []
  let limit = null
  const one = async (at) => {
    try {
      const value = await run(at)
      results[at] = value === undefined ? null : value
    } catch (error) {
      results[at] = null
      if (isFatal(error)) limit = { error }
      else warn(frame, becameNull(name, at, described(error)))
    }
  }
  for (let at = 0; at < length; at += 1) going[at] = one(at)
  for (let at = 0; at < length; at += 1) await going[at]
  if (limit !== null) throw limit.error
  return results
}

/** A line of the app's own goes out as its sentences. */
function warn(frame, said) {
  counts.log += 1
  const json = stringify(said)
  if (!over && counts.log <= limits.maxLogs && json !== undefined) send('warn', 0, frame, json)
}

function becameNull(hook, at, { name, message, line, said }) {
  const all = [{ name: 'call.becameNull', facts: { hook, at: text(at) } }]
  const kind = name === undefined || name === 'Error' ? '' : `${name}: `
  const what = said ?? [{ name: 'call.threw', facts: { what: `${kind}${message}` } }]
  for (let index = 0; index < what.length; index += 1) all[all.length] = what[index]
  if (line !== undefined) all[all.length] = { name: 'call.line', facts: { line: text(line) } }
  return all
}

function listOf(value, hook) {
  if (!isArray(value)) throw fault(TypeError, 'call.notList', { hook, found: nameOf(value) })
  if (value.length > limits.maxItems)
    throw limitError('call.mostItems', { hook, most: limits.maxItems, count: value.length })
  return value
}

function limitError(name, particulars) {
  const error = fault(OwnError, name, particulars)
  error.code = 'limit.exceeded'
  weakAdd(fatal, error)
  return error
}

function hostError({ code, message, said }) {
  const error = new OwnError(message)
  error.code = code
  if (said !== undefined) mapSet(sayings, error, said)
  if (code === 'limit.exceeded') weakAdd(fatal, error)
  return error
}

const isFatal = (error) => typeof error === 'object' && error !== null && weakHas(fatal, error)

/** JSON of a value that leaves the sandbox, or an error that says where it is not plain. */
function crossing(value, hook) {
  const seen = { above: new Set(), chars: 0 }
  look(value, hook, 'value', seen, 0)
  let json
  try {
    json = stringify(value)
  } catch (error) {
    throw fault(TypeError, 'call.noJson', { hook, what: described(error).message })
  }
  if (json === undefined) return 'null'
  if (json.length > limits.maxValueChars) throw tooLong(hook)
  return json
}

function look(value, hook, path, seen, depth) {
  const odd = (name, more) => fault(TypeError, name, { hook, path, ...more })
  if (typeof value === 'string') {
    seen.chars += value.length
    if (seen.chars > limits.maxValueChars) throw tooLong(hook)
    return
  }
  if (typeof value === 'function') throw odd('call.holdsFunction')
  if (typeof value === 'bigint') throw odd('call.holdsBigint')
  if (typeof value === 'symbol') throw odd('call.holdsSymbol')
  if (typeof value !== 'object' || value === null) return
  if (typeof value.toJSON === 'function') return
  if (typeof value.then === 'function') throw odd('call.holdsPromise')
  if (setHas(seen.above, value)) throw odd('call.circle')
  if (depth > 200) throw fault(TypeError, 'call.tooDeep', { hook, path: 'value' })
  if (setHas(BAGS, ObjectPrototype.toString.call(value))) throw odd('call.holdsBag', { found: nameOf(value) })
  setAdd(seen.above, value)
  const names = keys(value)
  seen.chars += names.length
  if (seen.chars > limits.maxValueChars) throw tooLong(hook)
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index]
    look(value[name], hook, isArray(value) ? `${path}[${name}]` : `${path}.${name}`, seen, depth + 1)
  }
  setDelete(seen.above, value)
}

const BAGS = new Set(['[object Map]', '[object Set]', '[object WeakMap]', '[object WeakSet]'])

const tooLong = (hook) => fault(RangeError, 'call.tooLong', { hook, most: limits.maxValueChars })

function nameOf(value) {
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  if (typeof value.then === 'function') return 'promise'
  if (isArray(value)) return 'list'
  const maker = getPrototypeOf(value)?.constructor?.name
  return typeof maker === 'string' && maker !== 'Object' ? slice(maker, 0, 100) : 'object'
}

/** What is known of a thrown value. Anything can be thrown, and looking at it may throw again. */
function described(error) {
  try {
    if (typeof error !== 'object' || error === null) return { message: slice(text(error), 0, 2_000) }
    const { name, message, code, stack } = error
    const place = placeIn(typeof stack === 'string' ? stack : '')
    const said = mapGet(sayings, error)
    const words = typeof message === 'string' && message !== '' ? message : 'An error without words'
    return {
      message: slice(words, 0, 2_000),
      ...(typeof name === 'string' ? { name: slice(name, 0, 100) } : {}),
      ...(typeof code === 'string' && isFatal(error) ? { code } : {}),
      ...(said === undefined ? {} : { said }),
      ...place,
    }
  } catch {
    return { message: 'Something was thrown that cannot be looked at.' }
  }
}

/** The innermost line of a stack that is the script's own. */
function placeIn(stack) {
  const lines = split(stack, '\n')
  for (let at = 0; at < lines.length; at += 1) {
    const found = exec(/\(?([^\s()]+):(\d+):(\d+)\)?$/, lines[at])
    if (found !== null && found[1] !== limits.preludeName)
      return { file: found[1], line: +found[2], column: +found[3] }
  }
  return {}
}

/** A run that is repeated must see the same, so what changes by itself is refused. */
function stopTheClock() {
  const refuse = (name) => {
    throw fault(OwnError, 'call.unsteady', { what: name })
  }
  const RealDate = Date
  const steady = function (...parts) {
    if (new.target === undefined) return refuse('Date()')
    if (parts.length === 0) return refuse('new Date()')
    return Reflect.construct(RealDate, parts, new.target)
  }
  Object.defineProperty(steady, 'name', { value: 'Date' })
  steady.prototype = RealDate.prototype
  steady.UTC = RealDate.UTC
  steady.parse = RealDate.parse
  steady.now = () => refuse('Date.now()')
  const own = { value: steady, writable: true, configurable: true }
  Object.defineProperty(RealDate.prototype, 'constructor', own)
  globalThis.Date = steady
  Math.random = () => refuse('Math.random()')
}
