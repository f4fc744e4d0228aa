import type { McpResourceMatch } from '#shared/mcp/mcp-content.ts'
import { nameMatch } from '#shared/project/name-match.ts'
import type { ServerDefinition } from '../definition.ts'
import type { Completing } from '../messages.ts'
import type { Listing } from '../rows.ts'

/** A server with what it listed. */
export type Known = { readonly definition: ServerDefinition; readonly listing: Listing }

type Complete = (definition: ServerDefinition, completing: Completing) => Promise<readonly string[]>

/** The most matches of one question. */
const MOST = 20

/**
 * Returns the resources that fit the words after `@`: `server:` and a part of an address or name. Variables of a
 * template are completed by their server.
 */
export async function findResources(
  known: readonly Known[],
  typed: string,
  complete: Complete,
): Promise<readonly McpResourceMatch[]> {
  const cut = typed.indexOf(':')
  const [ofServer, rest] = cut < 0 ? [typed, ''] : [typed.slice(0, cut), typed.slice(cut + 1)]
  const named = known.filter(({ definition: { name } }) =>
    cut < 0 ? nameMatch(name, ofServer) !== null : name === ofServer,
  )
  const listed = named.flatMap(({ definition, listing }) =>
    listing.resources.flatMap((resource) => {
      const rank = rankOf(resource, rest)
      const { uri, name, description } = resource
      return rank === null
        ? []
        : [{ rank, match: matchOf(definition, { uri, name, description, isOpen: false }) }]
    }),
  )
  const ofTemplates =
    cut < 0 ? [] : await Promise.all(named.map((each) => fromTemplates(each, rest, complete)))
  const ranked = listed.toSorted((one, other) => one.rank - other.rank).map(({ match }) => match)
  const unique = new Map(
    [...ranked, ...ofTemplates.flat()].map((match) => [`${match.key} ${match.uri}`, match]),
  )
  return [...unique.values()].slice(0, MOST)
}

function rankOf(
  { uri, name }: { readonly uri: string; readonly name: string },
  typed: string,
): number | null {
  if (uri.startsWith(typed)) return 0
  const lower = typed.toLowerCase()
  if (uri.toLowerCase().includes(lower)) return 1
  return name.toLowerCase().includes(lower) ? 2 : null
}

type Found = Pick<McpResourceMatch, 'uri' | 'name' | 'description' | 'isOpen'>

const matchOf = ({ key, name: server }: ServerDefinition, found: Found): McpResourceMatch => ({
  key,
  server,
  ...found,
})

async function fromTemplates(
  { definition, listing }: Known,
  typed: string,
  complete: Complete,
): Promise<readonly McpResourceMatch[]> {
  const fitting = listing.templates.flatMap((each) => {
    const at = openVariable(each.template, typed)
    return at === null ? [] : [{ ...each, at }]
  })
  // Each asks the server for values.
  const found = fitting.slice(0, MOST).map(async ({ template, name, description, at }) => {
    const { before, variable, value, chosen, after } = at
    const about = { name, description }
    // A template that the person has not begun is offered by its first fixed part.
    if (typed.length < before.length) return [matchOf(definition, { ...about, uri: before, isOpen: true })]
    const completing = { of: { template }, argument: variable, value, chosen }
    const values = await complete(definition, completing).catch(() => [])
    const next = after === '' ? '' : literalOf(after)
    return (values.length === 0 && value !== '' ? [value] : values).map((each) =>
      matchOf(definition, { ...about, uri: `${before}${each}${next}`, isOpen: after !== next }),
    )
  })
  return (await Promise.all(found)).flat()
}

type Open = {
  /** The address up to the variable. */
  readonly before: string
  readonly variable: string
  readonly value: string
  readonly chosen: Readonly<Record<string, string>>
  /** The template after the variable. */
  readonly after: string
}

/** Returns the variable of a template that the typed address reaches; null where the address does not fit. */
function openVariable(template: string, typed: string): Open | null {
  const chosen: Record<string, string> = {}
  let before = ''
  let rest = template
  while (true) {
    const literal = literalOf(rest)
    const variable = /^\{\+?([\w.-]+)\}/.exec(rest.slice(literal.length))
    if (variable === null) return null
    const [whole, name = ''] = variable
    const written = typed.slice(before.length)
    if (!written.startsWith(literal) && !literal.startsWith(written)) return null
    before += literal
    const after = rest.slice(literal.length + whole.length)
    const value = typed.slice(before.length)
    const next = literalOf(after)
    const end = next === '' ? -1 : value.indexOf(next)
    if (end < 0 || after === next) return { before, variable: name, value, chosen, after }
    chosen[name] = value.slice(0, end)
    before += value.slice(0, end)
    rest = after
  }
}

/** The fixed text in front of the first variable. */
const literalOf = (template: string): string => /^[^{]*/.exec(template)?.[0] ?? ''
