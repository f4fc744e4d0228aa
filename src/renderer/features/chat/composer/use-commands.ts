import { useEffect, useState } from 'react'
import { commandNamed } from '#shared/commands/registry.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { type Suggestions, useSuggestions } from '../../../ui/lists/use-suggestions.ts'
import { useChat } from '../chat-context.ts'
import { appCommands } from './app-command-list.ts'
import { type Command, commandMatches, commandToken } from './command-matches.ts'
import { promptCommands, usePrompts } from './use-prompts.ts'

/** Returns the commands for the typed `/name`. `text` is null while the person does not type. */
export function useCommands(
  projectId: ProjectId | null,
  text: string | null,
  setText: (text: string) => void,
): Suggestions<Command> {
  const t = useText()
  const token = text === null ? null : commandToken(text)
  const saved = useSavedWorkflows(token === null ? null : projectId)
  const prompts = usePrompts(token === null ? null : projectId)
  useWarmSandbox(token !== null && token !== '' && saved.some(({ name }) => name.startsWith(token)))
  return useSuggestions({
    token: token === null ? null : { from: 0, typed: token },
    found:
      token === null
        ? []
        : commandMatches(
            [...appCommands(t), ...saved.map((each) => withClash(each, t)), ...promptCommands(prompts)],
            token,
          ),
    isTypedOut: ({ name }) => name === token,
    choose: ({ name }) => setText(`/${name} `),
  })
}

/** A workflow that a command of the app hides says so in the list. */
function withClash(workflow: SavedWorkflow, t: Text): SavedWorkflow {
  if (commandNamed(workflow.name) === undefined) return workflow
  const message = t('commands.taken', { name: workflow.name })
  return { ...workflow, problem: { code: 'config.invalid', message, recoverable: false } }
}

/** A script begins at once when the sandbox it runs in was started while its name was typed. */
function useWarmSandbox(mayBegin: boolean): void {
  const { api, app } = useChat()
  useEffect(() => {
    if (mayBegin) app.attempt(api.call('workflow.warm', {}))
  }, [api, app, mayBegin])
}

const NONE: readonly SavedWorkflow[] = []

/** Loads the workflows with each new command, so that a just saved script is included. */
function useSavedWorkflows(projectId: ProjectId | null): readonly SavedWorkflow[] {
  const { api, app } = useChat()
  const [known, setKnown] = useState<{ projectId: ProjectId; list: readonly SavedWorkflow[] } | null>(null)
  useEffect(() => {
    if (projectId === null) return
    let current = true
    const asked = api.call('workflow.saved', { projectId }).then((list) => {
      if (current) setKnown({ projectId, list })
    })
    app.attempt(asked)
    return () => {
      current = false
    }
  }, [api, app, projectId])
  return known !== null && known.projectId === projectId ? known.list : NONE
}
