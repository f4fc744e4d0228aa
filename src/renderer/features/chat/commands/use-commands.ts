import { useEffect } from 'react'
import { useFailureNotice } from '../../../data/use-failure-notice.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { type Suggestions, useSuggestions } from '../../../ui/lists/use-suggestions.ts'
import { useChat } from '../chat-context.ts'
import type { ComposerTarget } from '../composer/composer-target.ts'
import { type Command, commandMatches, commandToken } from './command-matches.ts'
import { joinCommands, NO_RUNTIME_COMMANDS, useRuntimeCommands } from './joined-commands.ts'
import { placeOf } from './run-command.ts'

/** The list under a typed slash. It is grouped until a name is typed. */
export type CommandSuggestions = Suggestions<Command> & { readonly grouped: boolean }

/** Returns the commands for the typed `/name`. `text` is null while the person does not type. */
export function useCommands(
  target: Pick<ComposerTarget, 'projectId' | 'sessionId'>,
  text: string | null,
  setText: (text: string) => void,
): CommandSuggestions {
  const t = useText()
  const chat = useChat()
  const token = text === null ? null : commandToken(text)
  // Loaded with each new command, so that a just saved one is included.
  const loaded = useRuntimeCommands(token === null ? null : target.projectId)
  useFailureNotice(chat.app, loaded)
  const runtime = loaded.data ?? NO_RUNTIME_COMMANDS
  useWarmSandbox(
    token !== null && token !== '' && runtime.workflows.some(({ name }) => name.startsWith(token)),
  )
  const suggestions = useSuggestions({
    token: token === null ? null : { from: 0, typed: token },
    found: token === null ? [] : commandMatches(joinCommands(t, runtime, placeOf(chat, target)), token),
    isTypedOut: ({ name }) => name === token,
    choose: ({ name }) => setText(`/${name} `),
  })
  return { ...suggestions, grouped: token === '' }
}

/** A script begins at once when the sandbox it runs in was started while its name was typed. */
function useWarmSandbox(mayBegin: boolean): void {
  const { api, app } = useChat()
  useEffect(() => {
    if (mayBegin) app.attempt(api.command('workflow.warm', {}))
  }, [api, app, mayBegin])
}
