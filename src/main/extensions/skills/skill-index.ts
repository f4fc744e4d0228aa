import type { Skill } from '#shared/agent/skill.ts'

/** The longest description that is shown whole, and how much all lines may take together. */
const LONGEST_LINE = 300
const LONGEST_INDEX = 6_000

/**
 * Returns the list of skills for an agent, one line each, by name. The same skills give the same text, so
 * that requests keep their prefix. Skills that do not fit are omitted, with a hint on how to list them.
 */
export function skillIndex(skills: readonly Pick<Skill, 'name' | 'description'>[]): string {
  const lines = skills
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ name, description }) => `- ${name}: ${shortened(oneLine(description))}`)
  const shown: string[] = []
  let length = 0
  for (const line of lines) {
    length += line.length + 1
    if (length > LONGEST_INDEX) break
    shown.push(line)
  }
  const rest = lines.length - shown.length
  if (rest === 0) return shown.join('\n')
  const more = `- and ${rest} more: call the tool skill with any other name, and it answers with all names.`
  return [...shown, more].join('\n')
}

/** A description cannot make itself look like another line of the instructions. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
}

function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= LONGEST_LINE ? text : `${characters.slice(0, LONGEST_LINE - 1).join('')}…`
}
