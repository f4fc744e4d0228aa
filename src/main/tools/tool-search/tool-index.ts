import { isDeepStrictEqual } from 'node:util'
import { firstPart } from '#shared/first-part.ts'
import { type SearchWeights, USUAL_WEIGHTS } from '#shared/tools/search-weights.ts'
import { createFieldSearch, type FoundEntry, type SearchField } from '../../ranking/field-search.ts'
import { contentWordsOf } from '../../ranking/words.ts'
import { jsonSchemaOf } from '../reading/json-schema.ts'
import type { Tool } from '../tool.ts'
import { groupOfTool } from './core-tools.ts'
import { plainQuestion } from './plain-question.ts'
import { gist } from './tool-words.ts'

/** Words of one argument that are compared, and characters of what is said of it. */
const MOST_CHOICES = 20
const MOST_EXPLAINED = 120

/** A group of tools: those of an MCP server, or some of the app. */
export type ToolGroup = { readonly name: string; readonly tools: readonly Tool[] }

/** The name of the group of a tool: that of its MCP server, or a word for what it is about. */
export const groupOf = ({ name, server }: Pick<Tool, 'name' | 'server'>): string =>
  server?.name ?? groupOfTool(name)

/** Returns the groups of tools, in the order of their names. */
export function toolGroups(tools: readonly Tool[]): readonly ToolGroup[] {
  const groups = new Map<string, Tool[]>()
  for (const tool of tools) {
    const group = groupOf(tool)
    groups.set(group, [...(groups.get(group) ?? []), tool])
  }
  return [...groups]
    .map(([name, members]) => ({ name, tools: members }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

/** Counts the different words of a text that say what it is about. */
export const countContentWords = (text: string): number => new Set(contentWordsOf(text)).size

/** Ranks tools for a query. */
export type ToolIndex = (query: string, required?: readonly string[]) => readonly FoundEntry<Tool>[]

/** Creates the index of tools. The same tools and weights give the same index. */
export function createToolIndex(
  weights: () => SearchWeights = () => USUAL_WEIGHTS,
): (tools: readonly Tool[]) => ToolIndex {
  let last: {
    readonly tools: readonly Tool[]
    readonly weighed: SearchWeights
    readonly index: ToolIndex
  } | null = null
  return (tools) => {
    const weighed = weights()
    const isSame = last?.tools.length === tools.length && tools.every((tool, at) => tool === last?.tools[at])
    const isWeighed = last !== null && isDeepStrictEqual(weighed, last.weighed)
    if (last === null || !isSame || !isWeighed) last = { tools, weighed, index: indexOf(tools, weighed) }
    return last.index
  }
}

function indexOf(tools: readonly Tool[], weights: SearchWeights): ToolIndex {
  const entries = tools.map((item) => ({ item, fields: fieldsOf(item, weights) }))
  const search = createFieldSearch(entries, weights)
  return (query, required) => search(plainQuestion(query), required)
}

function fieldsOf(tool: Tool, weights: SearchWeights): readonly SearchField[] {
  const { name, server, description } = tool
  const { properties } = tool.toldSchema ?? jsonSchemaOf(tool.schema)
  const given = typeof properties === 'object' && properties !== null ? Object.entries(properties) : []
  return [
    { text: server?.tool ?? name, weight: weights.name },
    { text: groupOf(tool), weight: weights.group },
    { text: server?.says ?? gist(description), weight: weights.description },
    {
      text: given.flatMap(([arg, schema]) => [arg, ...choicesOf(schema)]).join(' '),
      weight: weights.arguments,
    },
    { text: given.map(([, schema]) => explanationOf(schema)).join(' '), weight: weights.arguments },
  ]
}

/** The first of the words that an argument can be. What a server lists may be endless. */
function choicesOf(schema: unknown): readonly string[] {
  const { enum: choices } = Object(schema) as { readonly enum?: unknown }
  if (!Array.isArray(choices)) return []
  return choices.slice(0, MOST_CHOICES).filter((choice) => typeof choice === 'string' && choice.length <= 40)
}

/** The beginning of what a server says of an argument. */
function explanationOf(schema: unknown): string {
  const { title, description } = Object(schema) as {
    readonly title?: unknown
    readonly description?: unknown
  }
  const said = [title, description].filter((text) => typeof text === 'string').join(' ')
  return firstPart(said, MOST_EXPLAINED)
}
