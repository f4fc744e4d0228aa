import { useMemo } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import type { McpPromptListing } from '#shared/mcp/mcp-content.ts'
import { useFailureNotice } from '../../../../data/use-failure-notice.ts'
import { useQuery } from '../../../../data/use-query.ts'
import { type Suggestions, useSuggestions } from '../../../../ui/lists/use-suggestions.ts'
import { useChat } from '../../chat-context.ts'
import type { Command } from '../../commands/command-matches.ts'
import { openArguments, promptArgument, promptName, writtenValue } from './prompt-arguments.ts'

const NONE: readonly McpPromptListing[] = []

/** Loads the prompts of MCP servers with each new command. */
export function usePrompts(projectId: ProjectId | null): readonly McpPromptListing[] {
  const { app } = useChat()
  const listed = useQuery('mcp.prompts', projectId === null ? null : { projectId })
  useFailureNotice(app, listed)
  return listed.data ?? NONE
}

/** Returns prompts as commands. Their arguments stand before the description; optional ones end with `?`. */
export function promptCommands(prompts: readonly McpPromptListing[]): readonly Command[] {
  return prompts.map((prompt) => {
    const args = prompt.args.map(({ name, required }) => (required ? name : `${name}?`)).join(', ')
    const description = [args, prompt.description].filter((each) => each !== '').join(' · ')
    return { name: promptName(prompt), description, source: 'prompt', problem: null }
  })
}

/** The list of argument names and values after `/server:prompt `. `text` is null while the person does not type. */
export function usePromptArguments(
  projectId: ProjectId | null,
  text: string | null,
  setText: (text: string) => void,
): Suggestions<string> {
  const { app } = useChat()
  const mayBegin = text !== null && /^\/[^\s:/]+:\S+\s/.test(text)
  const prompts = usePrompts(mayBegin ? projectId : null)
  const typed = useMemo(() => (text === null ? null : promptArgument(text, prompts)), [text, prompts])
  const completed = useQuery('mcp.completeArgument', completionOf(projectId, typed))
  useFailureNotice(app, completed)
  const values = completed.data ?? []
  const names = typed === null ? [] : openArguments(typed).map((name) => `${name}=`)
  const found = typed?.name === null ? names : values.map((value) => `${typed?.name}=${writtenValue(value)}`)
  return useSuggestions({
    token: typed === null ? null : { from: typed.from, typed: typed.typed },
    found: typed === null ? [] : found,
    isTypedOut: (each) => each === typed?.typed,
    choose: (each) => {
      if (typed === null || text === null) return
      setText(`${text.slice(0, typed.from)}${each}${typed.name === null ? '' : ' '}`)
    },
  })
}

/** Returns the request for the values of the argument that is typed; null while no value is typed. */
function completionOf(projectId: ProjectId | null, typed: ReturnType<typeof promptArgument>) {
  if (typed === null || typed.name === null) return null
  const { prompt, name: argument, value, chosen } = typed
  return { projectId, key: prompt.key, prompt: prompt.name, argument, value, chosen }
}
