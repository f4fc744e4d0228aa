/** Programs whose output is names that their arguments spell. */
const LISTS =
  /^(?:command\s+)?(ls|find|fd|echo|printf|realpath|readlink|dirname|basename|compgen|stat|dir|git\s+ls-files)\s/
const SUBSTITUTION = /(?:\$|<\s*<)\(([^()`]*)\)|`([^`]*)`/g
/** A default or alternative text in braces; the group before the text is the variable. */
const DEFAULT = /\$\{!?(\w+)(?:\[[^\]]*\])?:?[-=+]((?:[^{}]|\{[^{}]*\})*)\}/g
const ROUNDS = 4
/** Maximum words of one substitution that are tried. */
const MOST_WORDS = 8
const MOST_FORMS = 16
/** Longer substitutions name nothing that is tried, in UTF-16 units. */
const LONGEST = 2_000

/**
 * Returns a script with its command substitutions and default texts replaced by the words that they spell, as far as the
 * text says them: `$(ls -d .x*)` by `.x*`, `${a:-b}` by `b`, and the current folder by `.`.
 */
export function withShownValues(script: string): string[] {
  let forms = [withLoops(withoutCurrentFolder(script))]
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = [...new Set(forms.flatMap(replacedOnce))].slice(0, MOST_FORMS)
    if (next.length === forms.length && next.every((form, at) => form === forms[at])) break
    forms = next
  }
  return forms.filter((form) => form !== script)
}

/** `ls | while read x` as a loop over the words. */
const PIPED_LOOP = /([\w-]+\s[^;&|\n]*)\|\s*while\s+(?:IFS=\S*\s+)?read\s+(?:-\w+\s+)*(\w+)\s*(?=[;\n])/g

function withLoops(script: string): string {
  return script.replace(PIPED_LOOP, (all: string, body: string, name: string) => {
    const names = namesIn(body)
    return names.length === 0 ? all : `for ${name} in ${names.join(' ')}`
  })
}

/** Replaces the current folder by `.`, which stays right after a change of the folder. */
function withoutCurrentFolder(script: string): string {
  return script
    .replace(/\$\{PWD\}|\$PWD\b|\$\(\s*(?:builtin\s+)?pwd(?:\s+-[LP])?\s*\)|`\s*pwd\s*`/g, '.')
    .replace(/(^|[\s=])~\+(?=\/|\s|$)/g, '$1.')
    .replace(/\$\(\s*git\s+rev-parse\s+--show-toplevel\s*\)/g, '.')
}

function replacedOnce(form: string): string[] {
  const assigned = [...form.matchAll(DEFAULT)].map(([all, name, text]) =>
    /[^:]?=/.test(all) ? `${name}=${text}; ` : '',
  )
  const defaults = form.replace(DEFAULT, (_all, _name: string, text: string) => text)
  const given = defaults === form ? form : `${assigned.join('')}${defaults}`
  const widest = Math.max(
    1,
    ...[...given.matchAll(SUBSTITUTION)].map((found) => namesIn(bodyOf(found)).length),
  )
  return Array.from({ length: Math.min(widest, MOST_WORDS) }, (_, at) =>
    given.replace(SUBSTITUTION, (...found: string[]) => {
      const names = namesIn(bodyOf(found))
      const name = names[at] ?? names[0]
      if (name === undefined) return found[0] ?? ''
      return found[0]?.startsWith('<') === true ? `<<< ${name}` : name
    }),
  )
}

const bodyOf = (found: readonly (string | undefined)[]): string => found[1] ?? found[2] ?? ''

/** The words of the first program in a substitution that may be names. */
function namesIn(body: string): string[] {
  const text = body.trim()
  const program = LISTS.exec(`${text} `)
  if (program === null || text.length > LONGEST) return []
  const [command = ''] = text.split(/[;&|\n<>]/)
  const words = command
    .slice(program[0].length)
    .split(/\s+/)
    .map((word) => word.replace(/^['"]|['"]$/g, ''))
  const named = words.filter((word) => word !== '' && !word.startsWith('-') && word !== '.')
  // A pattern of `find` matches a leading dot too. One for an extension mostly means other files.
  const isFind = /^(find|fd)$/.test(program[1] ?? '')
  const hidden = isFind
    ? named.filter((word) => /^[*?](?!\.)[^/]/.test(word) && !word.includes('/')).map((word) => `.${word}`)
    : []
  return [...hidden, ...named]
}
