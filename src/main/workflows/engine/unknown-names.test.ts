import { parse } from 'acorn'
import { expect, it } from 'vitest'
import { parseScript } from './parse-script.ts'
import { unknownNames } from './unknown-names.ts'

const OPTIONS = {
  ecmaVersion: 2023,
  sourceType: 'module',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
} as const
const unknownIn = (source: string) => unknownNames(parse(source, OPTIONS)).map(({ name }) => name)

it.each([
  ['a mistyped hook', 'return await agnt("Go.")', ['agnt']],
  ['a name that is only known inside a function', 'function f() { const g = 1 }\nreturn g', ['g']],
  [
    'a name that is only known inside a block',
    '{ let a = 1 }\nfor (const b of []) {}\nreturn [a, b]',
    ['a', 'b'],
  ],
  [
    'what the sandbox does not have',
    'setTimeout(() => {}); console.log(require(1))',
    ['setTimeout', 'console', 'require'],
  ],
  ['a default of a parameter', 'const f = (a = missing) => a\nreturn f()', ['missing']],
  ['a computed key', 'return { [missing]: 1, known: 2 }', ['missing']],
  ['a default and a computed key of a pattern', 'const { [one]: a = two } = {}\nreturn a', ['one', 'two']],
  ['a base class', 'class A extends B {}\nreturn new A()', ['B']],
  [
    'the name of a class outside it',
    'const a = class Inner { m() { return Inner } }\nreturn [a, Inner]',
    ['Inner'],
  ],
  ['a shorthand', 'return { missing }', ['missing']],
])('finds %s', (_what, source, names) => {
  expect(unknownIn(source)).toEqual(names)
})

it.each([
  [
    'hooks, arguments and the language',
    'phase("A"); log(JSON.stringify(args)); return [await agent("x"), budget.left, undefined]',
  ],
  ['what stands further down', 'return later()\nfunction later() { return x }\nvar x = 1'],
  ['a var out of a block, and a function in one', 'if (args) { var a = 1; function f() {} }\nreturn [a, f]'],
  ['parameters, rest and patterns', 'const f = ({ a, b: [c] = [] }, ...rest) => [a, c, rest]\nreturn f({})'],
  [
    'a function that names itself, and arguments',
    'return (function again(n) { return n ? again(n - 1) : arguments })(3)',
  ],
  ['what is caught', 'try { await agent("x") } catch (error) { return error.message } finally { log("x") }'],
  ['catch without a name', 'try { await agent("x") } catch { return null }'],
  [
    'labels, properties and keys',
    'const o = { key: 1, method() { return this.other } }\nouter: for (const k in o) { continue outer }\nreturn o?.missing.deep',
  ],
  [
    'loops',
    'for (let i = 0; i < 3; i += 1) log(String(i))\nfor (const [k, v] of Object.entries({})) log(k + v)',
  ],
  ['a switch', 'switch (args) { case 1: let a = 1; return a; default: return null }'],
  [
    'classes with fields, statics and private names',
    'class A { #p = 1; static s = 2; static { log("x") } get p() { return this.#p + A.s } }\nreturn new A().p',
  ],
  ['what is asked about first', 'return typeof missing === "undefined" ? null : missing'],
  ['what is made by writing to it', 'made = 1\nreturn made'],
  ['everything once the global object is named', 'Object.assign(globalThis, { mine: 1 })\nreturn mine'],
  ['templates', 'const a = 1\nreturn `${a}`'],
])('is silent about %s', (_what, source) => {
  expect(unknownIn(source)).toEqual([])
})

it('names it with its place and what may have been meant, before the script can start', () => {
  const source = `export const meta = { name: 'a', description: 'b' }\nphase('Go')\nreturn await agnt('Go.')`
  expect(parseScript(source, 'a.js')).toMatchObject({
    ok: false,
    problem: { line: 3, column: 14, message: 'Nothing is called agnt here. Did you mean agent?' },
  })
})
