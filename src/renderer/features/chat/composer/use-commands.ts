import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useChat } from '../chat-context.ts'
import { appCommands } from './app-command-list.ts'
import { type Command, commandMatches, commandMove, commandToken } from './command-matches.ts'

/** The list of commands under a message that begins with a slash. */
export type Commands = {
  readonly id: string
  readonly open: boolean
  readonly found: readonly Command[]
  /** The place of the one that Enter takes. */
  readonly at: number
  readonly choose: (command: Command) => void
  /** True when the key was the list's. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly onComposing: (composing: boolean) => void
  readonly onFocus: (focused: boolean) => void
}

type Place = { readonly text: string; readonly at: number; readonly closed: boolean }

/** What `/name` can start in this project, as it is typed. It stays away while an input method is at work. */
export function useCommands(
  projectId: ProjectId | null,
  text: string,
  setText: (text: string) => void,
): Commands {
  const id = useId()
  const token = commandToken(text)
  const saved = useSavedWorkflows(token === null ? null : projectId)
  const [place, setPlace] = useState<Place>({ text: '', at: 0, closed: false })
  const [composing, setComposing] = useState(false)
  const [focused, setFocused] = useState(false)
  const t = useText()
  const found = token === null ? [] : commandMatches([...appCommands(t), ...saved], token)
  // A list that was closed stays so until the command is taken back.
  const closed = place.closed && place.text !== '' && text.startsWith(place.text)
  const at = place.text === text ? Math.min(place.at, found.length - 1) : 0
  const open = found.length > 0 && focused && !closed && !composing
  const choose = ({ name }: Command) => setText(`/${name} `)
  const onKey = (event: KeyboardEvent): boolean => {
    if (!open) return false
    const active = found[at]
    const complete = active?.name === token
    const { isComposing } = event.nativeEvent
    const { key, keyCode, shiftKey, altKey, ctrlKey, metaKey } = event
    const pressed = { key, keyCode, shiftKey, altKey, ctrlKey, metaKey, isComposing }
    const move = commandMove(pressed, { at, count: found.length, complete })
    if (move === null) return false
    event.preventDefault()
    if (move === 'close') setPlace({ text, at, closed: true })
    else if (move !== 'accept') setPlace({ text, at: move.to, closed: false })
    else if (active !== undefined) choose(active)
    return true
  }
  return { id, open, found, at, choose, onKey, onComposing: setComposing, onFocus: setFocused }
}

const NONE: readonly SavedWorkflow[] = []

/** Asked anew for each command that is begun, so that a script saved a moment ago is there. */
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
