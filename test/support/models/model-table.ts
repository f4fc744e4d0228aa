/** A model of the test's server, as `config.toml` names it. */
export function modelTable(
  header: string,
  baseUrl: string,
  more: {
    id?: string
    api?: string
    label?: string
    contextWindow?: number
    maxTokens?: number
    reasoning?: boolean
    lines?: string
  } = {},
): string {
  return `[${header}]
type = "custom"
api = "${more.api ?? 'openai-completions'}"
provider = "test"
id = "${more.id ?? 'scripted'}"
label = "${more.label ?? more.id ?? 'scripted'}"
baseUrl = "${baseUrl}"
contextWindow = ${more.contextWindow ?? 100_000}
maxTokens = ${more.maxTokens ?? 2_000}
reasoning = ${more.reasoning ?? false}
${more.lines ?? ''}
`
}

/** Chats are named after their first words, so that no request is made for a title. */
export const PLAIN_TITLES = '[chats]\nmodelTitles = false\n'
