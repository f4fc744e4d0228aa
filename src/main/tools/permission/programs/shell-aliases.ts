/** An alias or a function of one line that a script defines. */
type Shorthand = { readonly name: string; readonly body: string; readonly isFunction: boolean }

const ALIASES = /(?:^|[\s;&|({'"])alias((?:\s+(?:-\w+|[\w.-]+=(?:'[^']*'|"[^"]*"|[^\s;&|'"]+)))+)/g
const ALIAS = /([\w.-]+)=('[^']*'|"[^"]*"|[^\s;&|'"]+)/g
const FUNCTION =
  /(?:^|[\s;&|({])(?:function\s+([\w.-]+)\s*(?:\(\s*\))?|([\w.-]+)\s*\(\s*\))\s*[{(]([^{}]*)[})]/g
const MOST_SHORTHANDS = 8
const MOST_CALLS = 40
/** Longer scripts keep their aliases, in UTF-16 units. */
const LONGEST = 20_000

/** Returns the script with the aliases and functions that it defines replaced where it calls them; null without any. */
export function withoutAliases(script: string): string | null {
  if (script.length > LONGEST || !/\balias\s|\(\s*\)|\bfunction\s/.test(script)) return null
  const known = [...aliasesIn(script), ...functionsIn(script)].slice(0, MOST_SHORTHANDS)
  const expanded = known.reduce(callsReplaced, script)
  return expanded === script ? null : expanded
}

function aliasesIn(script: string): Shorthand[] {
  const definitions = [...script.matchAll(ALIASES)].flatMap(([, list = '']) => [...list.matchAll(ALIAS)])
  return definitions.map(([, name = '', value = '']) => ({
    name,
    body: value.replace(/^['"]|['"]$/g, ''),
    isFunction: false,
  }))
}

function functionsIn(script: string): Shorthand[] {
  return [...script.matchAll(FUNCTION)].map(([, named, short, body = '']) => ({
    name: named ?? short ?? '',
    body: body.trim().replace(/;$/, ''),
    isFunction: true,
  }))
}

function callsReplaced(script: string, { name, body, isFunction }: Shorthand): string {
  const escaped = name.replace(/[.]/g, '\\.')
  const call = new RegExp(
    String.raw`((?:^|[;&|\n({]|\b(?:then|do|else)\s)\s*)${escaped}(?![\w.=(-])([^;&|\n(){}]*)`,
    'g',
  )
  let left = MOST_CALLS
  return script.replace(call, (all: string, before: string, args: string) => {
    left -= 1
    if (left < 0 || (isFunction && /^\s*\(/.test(args))) return all
    return before + (isFunction ? withArguments(body, args) : `${body}${args}`)
  })
}

/** The body of a function with its arguments in it. */
function withArguments(body: string, args: string): string {
  const words = args.trim().split(/\s+/)
  return body
    .replace(/"?\$(?:[@*]|\{[@*]\})"?/g, () => args.trim())
    .replace(/\$(?:(\d)|\{(\d)\})/g, (_all, plain: string | undefined, braced: string | undefined) => {
      return words[Number(plain ?? braced) - 1] ?? ''
    })
}
