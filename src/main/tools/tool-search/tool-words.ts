import { firstPart } from '#shared/first-part.ts'
import { modelDescription } from '../model-description.ts'
import { modelSchema } from '../model-schema.ts'
import type { Tool } from '../tool.ts'

/** The longest description and argument schema of a found tool, in characters. */
const LONGEST_DESCRIPTION = 1_500
const LONGEST_SCHEMA = 4_000

type Told = Pick<Tool, 'name' | 'description' | 'schema' | 'toldSchema'>

/** The definition of a tool as text: its name, what it does and the schema of its arguments. */
export function toolDefinition(tool: Told): string {
  const description = cut(modelDescription(tool.description, false).trim(), LONGEST_DESCRIPTION)
  const schema = cut(JSON.stringify(tool.toldSchema ?? modelSchema(tool.schema)), LONGEST_SCHEMA)
  return `\`${tool.name}\`\n${description}\nArguments: ${schema}`
}

/** Returns the definitions that fit into so many characters, and the names of the others. */
export function definitionsWithin(
  tools: readonly Told[],
  room: number,
): { readonly text: string; readonly shown: readonly string[]; readonly left: readonly string[] } {
  const texts: string[] = []
  const [shown, left]: [string[], string[]] = [[], []]
  let used = 0
  for (const tool of tools) {
    const text = toolDefinition(tool)
    if (used + text.length > room) {
      left.push(tool.name)
      continue
    }
    used += text.length
    texts.push(text)
    shown.push(tool.name)
  }
  return { text: texts.join('\n\n'), shown, left }
}

/** The first sentence of a description, for lists. */
export function gist(description: string): string {
  const line = modelDescription(description, true).trim().replaceAll(/\s+/g, ' ')
  const end = line.search(/[.。!?](?:\s|$)/)
  return cut(end === -1 ? line : line.slice(0, end + 1), 160)
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${firstPart(text, most)}…`
}
