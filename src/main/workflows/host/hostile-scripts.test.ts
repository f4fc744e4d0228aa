import { beforeAll, describe, expect, it } from 'vitest'
import { englishOf } from '#shared/sentences.ts'
import { type BuiltSandbox, buildSandbox } from '../../../../test/support/disk/script-sandbox.ts'
import {
  createTestEngine,
  memoryJournal,
  pretendAgents,
  requestOf,
  script,
} from '../../../../test/support/rigs/workflow-rig.ts'

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

/** Returns a script's return value or its error sentence. */
async function endOf(source: string): Promise<unknown> {
  const engine = createTestEngine(sandbox.host({ computeMs: 800, silentMs: 4_000 }))
  const agents = pretendAgents(({ prompt }) => (prompt === 'huge' ? 'x'.repeat(9_000_000) : prompt))
  const request = requestOf({ source, agents }, memoryJournal())
  try {
    const handle = await engine.start(request, new AbortController().signal)
    const end = await handle.done
    if (end.error === undefined) return end.value
    // Every window can say it in its own language.
    expect(englishOf(end.error.said ?? [])).toBe(end.error.message)
    return end.error.message
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

const CONTAINED: readonly (readonly [what: string, body: string, seen: unknown])[] = [
  // Ways out.
  ['the constructor of a hook', `return agent.constructor('return typeof process')()`, 'undefined'],
  ['the constructor of a function', `return (() => {}).constructor('return typeof require')()`, 'undefined'],
  ['the global object', `return Object.keys(globalThis)`, []],
  [
    'names of the host',
    `return [typeof process, typeof require, typeof Buffer, typeof fetch, typeof setTimeout, typeof WebAssembly, typeof console, typeof global]`,
    Array(8).fill('undefined'),
  ],
  ['an import in evaluated code', `return await eval('import("node:fs")')`, /could not load module/],
  [
    'an import in a made function',
    `return await Function('return import("node:fs")')()`,
    /could not load module/,
  ],
  ['the stack of an error', `return new Error('x').stack.includes('/')`, false],
  [
    'the caller of a function',
    `function f() { return f.caller }; return f()`,
    /The script failed: TypeError/,
  ],
  [
    'evaluated code that looks around',
    `return eval('typeof send + typeof limits + typeof open')`,
    'undefinedundefinedundefined',
  ],
  // Time and chance.
  ['Date.now', `return Date.now()`, /Date\.now\(\) gives something else each time.*args.*line 2/],
  ['new Date', `return new Date()`, /new Date\(\) gives something else each time.*args/],
  ['Date as a function', `return Date()`, /Date\(\) gives something else each time.*args/],
  ['Math.random', `return Math.random()`, /Math\.random\(\) gives something else each time.*args/],
  ['the clock behind a date', `return new (new Date(0).constructor)()`, /new Date\(\) gives something else/],
  ['the clock by reflection', `return Reflect.construct(Date, [])`, /new Date\(\) gives something else/],
  ['the clock by inheritance', `return new (class extends Date {})()`, /new Date\(\) gives something else/],
  ['a given moment', `return new Date(0).toISOString()`, '1970-01-01T00:00:00.000Z'],
  // Never ending.
  ['an endless loop', `for (;;) {}`, /computed for more than 0\.8 seconds/],
  [
    'an endless loop that catches everything',
    `for (;;) { try { for (;;) {} } catch {} }`,
    /computed for more than/,
  ],
  ['endless loop after an agent', `await agent('a'); for (;;) {}`, /computed for more than/],
  [
    'an endless loop in a getter of the result',
    `return { get x() { for (;;) {} } }`,
    /computed for more than/,
  ],
  ['an endless chain of promises', `for (;;) await null`, /computed for more than/],
  [
    'a storm of promises',
    `const storm = () => { Promise.resolve().then(storm); Promise.resolve().then(storm) }; storm(); await new Promise(() => {})`,
    /computed for more than|more memory/,
  ],
  [
    'a slow regular expression',
    `return /^(a+)+$/.test('a'.repeat(40) + 'b')`,
    /computed for more than|did not respond/,
  ],
  [
    'work inside the engine',
    `const a = Array(3e6).fill('b'.repeat(9)); for (;;) a.indexOf('zzzzzzzzz')`,
    /computed for more than|did not respond|more memory/,
  ],
  [
    'a schema that takes for ever',
    `return await agent('a'.repeat(40) + 'b', { schema: { type: 'string', pattern: '^(a+)+$' } })`,
    /did not respond/,
  ],
  ['a promise that never settles', `await new Promise(() => {})`, /waits for something that never happens/],
  ['a thenable that never answers', `return { then() {} }`, /waits for something that never happens/],
  // Too much.
  ['endless recursion', `const f = () => f() + 1; return f()`, /calls itself too deeply/],
  [
    'deep nesting of data',
    `let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a`,
    /nested too deeply/,
  ],
  ['deep nesting for JSON', `let s = '['.repeat(1e6); return JSON.parse(s)`, /The script/],
  ['a huge text', `let s = 'x'; while (true) s += s`, /more memory|RangeError|InternalError/],
  ['a huge list', `const a = []; for (;;) a.push('x'.repeat(1e6) + a.length)`, /more memory|did not respond/],
  ['huge memory at once', `return new ArrayBuffer(2e9).byteLength`, /The script/],
  [
    'a result of 50 MB',
    `return 'x'.repeat(5e7)`,
    /What return was given is longer than 8388608 characters|more memory/,
  ],
  [
    'a result of 20 MB',
    `return ['x'.repeat(1e7), 'y'.repeat(1e7)]`,
    /What return was given is longer than 8388608 characters/,
  ],
  ['a prompt of 5 MB', `return await agent('x'.repeat(5e6))`, /The prompt has 5000000 characters/],
  ['a prompt of 20 MB', `return await agent('x'.repeat(2e7))`, /What agent was given is longer than/],
  ['an answer of 9 MB', `return await agent('huge')`, /answer of the agent is longer than/],
  [
    'more agents than a run may call',
    `for (let i = 0; i < 1001; i++) await agent('a' + i)`,
    /at most 1000 agents/,
  ],
  [
    'more agents at once',
    `await parallel(Array.from({ length: 1001 }, (_, i) => () => agent('a' + i)))`,
    /at most 1000 agents/,
  ],
  [
    'more items than a call takes',
    `await parallel(Array(4097).fill(() => 1))`,
    /parallel takes at most 4096 items, and this list has 4097/,
  ],
  [
    'more items in a pipeline',
    `await pipeline(Array(5000).fill(1), (x) => x)`,
    /pipeline takes at most 4096 items/,
  ],
  [
    'a flood of lines',
    `for (let i = 0; i < 2e4; i++) log('x')`,
    /at most 10000 lines to log|computed for more than/,
  ],
  ['a flood of phases', `for (let i = 0; i < 2e3; i++) phase('x' + i)`, /at most 1000 phases/],
  // Odd values.
  ['a circle', `const a = {}; a.b = { c: a }; return a`, /return cannot take value\.b\.c: it holds itself/],
  ['a function', `return { list: [() => 1] }`, /return cannot take value\.list\[0\]: a function/],
  ['a bigint', `return { n: 10n }`, /return cannot take value\.n: it is a bigint/],
  ['a symbol', `return Symbol('x')`, /return cannot take value: it is a symbol/],
  ['a Map', `return new Map([[1, 2]])`, /return cannot take value: it is a Map/],
  [
    'a promise inside the result',
    `return [agent('a')]`,
    /return cannot take value\[0\]: it is a promise. Write await/,
  ],
  ['nothing', `return undefined`, null],
  ['a getter that throws', `return { get x() { throw new Error('no') } }`, /The script failed: no/],
  ['a proxy that throws', `return new Proxy({}, { ownKeys() { throw new Error('no keys') } })`, /no keys/],
  ['toJSON that lies', `return { toJSON: () => undefined }`, null],
  ['toJSON that is huge', `return { toJSON: () => 'x'.repeat(9e6) }`, /longer than/],
  ['a thrown text', `throw 'just words'`, /The script failed: just words/],
  ['thrown nothing', `throw undefined`, /The script failed: undefined/],
  ['a thrown trap', `throw { get message() { throw 1 }, get stack() { throw 2 } }`, /cannot be looked at/],
  ['a thrown proxy', `throw new Proxy({}, { get() { throw 1 } })`, /cannot be looked at/],
  [
    'options that are not known',
    `await agent('a', { permittedTools: [] })`,
    /agent has no option permittedTools. Its options are: label/,
  ],
  ['options that are wrong', `await agent('a', { retries: 99 })`, /The option retries of agent is not right/],
  [
    'options that pollute',
    `return await agent('a', JSON.parse('{"__proto__":{"label":1}}'))`,
    /agent has no option __proto__|^a$/,
  ],
  ['a prompt that is no text', `await agent({ prompt: 'a' })`, /agent needs its prompt as a text/],
  ['an empty prompt', `await agent('  ')`, /this one is empty/],
  ['promises for parallel', `await parallel([agent('a')])`, /item 0 is none \(promise\)/],
  ['a wrong schema', `return await agent('a', { schema: { type: 'objekt' } })`, null],
  // Tampering.
  [
    'Promise.prototype.then',
    `Promise.prototype.then = () => { throw new Error('mine') }; return await agent('a')`,
    'a',
  ],
  [
    'Object.prototype.toJSON',
    `Object.prototype.toJSON = () => ({ prompt: 'b' }); return await agent('a')`,
    'b',
  ],
  ['JSON.stringify', `JSON.stringify = () => '{"evil":1}'; return await agent('a')`, 'a'],
  ['JSON.parse', `JSON.parse = () => 'evil'; return await agent('a')`, 'a'],
  ['Array.isArray', `Array.isArray = () => false; return await parallel([() => agent('a')])`, ['a']],
  ['Error and String', `globalThis.Error = null; globalThis.String = null; return await agent('a')`, 'a'],
  [
    'Function.prototype.call',
    `Function.prototype.call = () => 'evil'; return await parallel([() => { throw new Error('x') }])`,
    [null],
  ],
  [
    'RegExp.prototype.exec',
    `RegExp.prototype.exec = () => { throw new Error('evil') }; throw new Error('x')`,
    /The script failed: x/,
  ],
  ['the prototype of all objects', `Object.prototype.polluted = 'yes'; return ({}).polluted`, 'yes'],
  ['a changed budget', `budget.total = 5; return budget.total`, /TypeError/],
  ['new hooks', `globalThis.agent = () => 'mine'; return await agent('a')`, 'a'],
  [
    'an error that pretends to be a limit',
    `return await parallel([() => { const e = new Error('x'); e.code = 'limit.exceeded'; throw e }])`,
    [null],
  ],
  // Not waiting.
  [
    'agents nobody waits for',
    `agent('a'); agent('b')`,
    /ended while 2 agents were still running. Write await/,
  ],
  [
    'hooks after the end',
    `const late = async () => { await null; await null; await agent('late') }; late(); return 1`,
    1,
  ],
]

describe('a hostile script is contained', () => {
  it.each(CONTAINED)('%s', async (_what, body, seen) => {
    const came = await endOf(script(body))
    if (seen instanceof RegExp) expect(came).toMatch(seen)
    else expect(came).toEqual(seen)
  })
})

it('leaves nothing behind in the app', async () => {
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(typeof Date.now()).toBe('number')
  expect(await endOf(script(`return await agent('still here')`))).toBe('still here')
})
