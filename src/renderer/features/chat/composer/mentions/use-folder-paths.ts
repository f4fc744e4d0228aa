import { useFailureNotice } from '../../../../data/use-failure-notice.ts'
import { useQuery } from '../../../../data/use-query.ts'
import { type Suggestions, useSuggestions } from '../../../../ui/lists/use-suggestions.ts'
import { useChat } from '../../chat-context.ts'

const NONE: readonly string[] = []
const COMMAND = '/add-dir '

/** The folders that continue the path behind `/add-dir`. `text` is null while the person does not type. */
export function useFolderPaths(text: string | null, setText: (text: string) => void): Suggestions<string> {
  const { app } = useChat()
  const typed = text?.startsWith(COMMAND) === true && !text.includes('\n') ? text.slice(COMMAND.length) : null
  const isPath = typed !== null && typed.trim() !== ''
  const completed = useQuery('directory.complete', isPath ? { text: typed } : null)
  useFailureNotice(app, completed)
  return useSuggestions({
    token: isPath ? { from: COMMAND.length, typed } : null,
    found: isPath ? (completed.data ?? NONE) : NONE,
    isTypedOut: (path) => path === typed || `${path}/` === typed,
    choose: (path) => setText(`${COMMAND}${path}`),
  })
}
