import type { McpPromptListing } from '#shared/mcp/mcp-content.ts'

/** The name by which a prompt is a command. */
export const promptName = ({ server, name }: Pick<McpPromptListing, 'server' | 'name'>): string =>
  `${server}:${name}`

/** The argument of a prompt that the person types at the end of the text. */
export type PromptArgument = {
  readonly prompt: McpPromptListing
  /** The start of the typed word. */
  readonly from: number
  readonly typed: string
  /** Null while its name is typed. */
  readonly name: string | null
  readonly value: string
  /** The arguments given before it. */
  readonly chosen: Readonly<Record<string, string>>
}

/** Returns the argument that is typed after `/server:prompt `; null for any other text. */
export function promptArgument(text: string, prompts: readonly McpPromptListing[]): PromptArgument | null {
  const [head, word = ''] = /^\/([^\s:/]+:\S+)\s/.exec(text) ?? []
  const prompt = prompts.find((each) => promptName(each) === word)
  if (head === undefined || prompt === undefined || prompt.args.length === 0) return null
  const last = /(?:^|\s)(\S*)$/.exec(text.slice(head.length))?.[1] ?? ''
  const from = text.length - last.length
  const given = [...text.slice(head.length, from).matchAll(PAIR)]
  const chosen = Object.fromEntries(
    given.map(([, key = '', value = '']) => [key, value.replace(/^"|"$/g, '')]),
  )
  const cut = last.indexOf('=')
  const name = cut < 0 ? null : last.slice(0, cut)
  if (name !== null && !prompt.args.some((arg) => arg.name === name)) return null
  return { prompt, from, typed: last, name, value: cut < 0 ? '' : last.slice(cut + 1), chosen }
}

const PAIR = /([\w.-]+)=("(?:[^"\\]|\\.)*"|\S+)/g

/** The arguments whose name the typed word may begin, without those given before. */
export function openArguments({ prompt, typed, name, chosen }: PromptArgument): readonly string[] {
  if (name !== null) return []
  return prompt.args
    .map((arg) => arg.name)
    .filter((each) => each.startsWith(typed) && !Object.hasOwn(chosen, each))
}

/** A value as it is written in a command. */
export const writtenValue = (value: string): string =>
  /^[^\s"']+$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
