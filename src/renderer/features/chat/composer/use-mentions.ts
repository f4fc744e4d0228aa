import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { AgentListing } from '#shared/agent/definition.ts'
import type { ProjectId } from '#shared/ids.ts'
import { nameMatch } from '#shared/project/name-match.ts'
import { useChat } from '../chat-context.ts'
import { commandMove } from './command-matches.ts'
import { isTypedOut, mentioned, mentionToken } from './mention-token.ts'

/** Somebody or something that can be named behind an `@`. */
export type Mentionable =
  | { readonly kind: 'agent'; readonly name: string; readonly description: string }
  | { readonly kind: 'file'; readonly name: string }

/** The list of files and agents under an `@`. */
export type Mentions = {
  readonly id: string
  readonly open: boolean
  readonly found: readonly Mentionable[]
  /** The place of the one that Enter takes. */
  readonly at: number
  readonly choose: (chosen: Mentionable) => void
  /** True when the key was the list's. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly onComposing: (composing: boolean) => void
  readonly onFocus: (focused: boolean) => void
  /** The caret has moved. */
  readonly onCaret: () => void
}

type Asked = {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly projectId: ProjectId | null
  readonly agents: readonly AgentListing[]
  readonly text: string
  readonly setText: (text: string) => void
}

const MOST_AGENTS = 5

/** What an `@` before the caret can name. It stays away while an input method is at work. */
export function useMentions({ box, projectId, agents, text, setText }: Asked): Mentions {
  const id = useId()
  const [caret, setCaret] = useState(0)
  const [place, setPlace] = useState({ from: -1, typed: '', at: 0, closed: false })
  const [composing, setComposing] = useState(false)
  const [focused, setFocused] = useState(false)
  const goesTo = useRef<number | null>(null)
  const token = focused && !composing ? mentionToken(text, Math.min(caret, text.length)) : null
  const files = useFileNames(token === null ? null : projectId, token?.typed ?? '')
  const found = token === null ? [] : [...agentsFor(agents, token.typed), ...files]
  const closed = place.closed && place.from === token?.from
  const at =
    place.from === token?.from && place.typed === token.typed ? Math.min(place.at, found.length - 1) : 0
  const open = token !== null && found.length > 0 && !closed
  useLayoutEffect(() => {
    if (goesTo.current === null) return
    box.current?.setSelectionRange(goesTo.current, goesTo.current)
    setCaret(goesTo.current)
    goesTo.current = null
  })
  const choose = ({ name }: Mentionable) => {
    if (token === null) return
    const done = mentioned(text, token, name)
    goesTo.current = done.caret
    setText(done.text)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    const active = found[at]
    if (!open || active === undefined) return false
    const { isComposing } = event.nativeEvent
    const { key, keyCode, shiftKey, altKey, ctrlKey, metaKey } = event
    const pressed = { key, keyCode, shiftKey, altKey, ctrlKey, metaKey, isComposing }
    const complete = isTypedOut(token, active.name)
    const move = commandMove(pressed, { at, count: found.length, complete })
    if (move === null) return false
    event.preventDefault()
    const { from, typed } = token
    if (move === 'close') setPlace({ from, typed, at, closed: true })
    else if (move !== 'accept') setPlace({ from, typed, at: move.to, closed: false })
    else choose(active)
    return true
  }
  const onCaret = () => setCaret(box.current?.selectionStart ?? 0)
  return { id, open, found, at, choose, onKey, onComposing: setComposing, onFocus: setFocused, onCaret }
}

function agentsFor(agents: readonly AgentListing[], typed: string): readonly Mentionable[] {
  return agents
    .flatMap(({ id, description }) => {
      const rank = nameMatch(id, typed)
      return rank === null || rank > 1 ? [] : [{ rank, kind: 'agent' as const, name: id, description }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_AGENTS)
}

const NONE: readonly Mentionable[] = []

/** Asked anew for what is typed; until the answer is here, what was found last stays. */
function useFileNames(projectId: ProjectId | null, typed: string): readonly Mentionable[] {
  const { api, app } = useChat()
  const [known, setKnown] = useState<{ projectId: ProjectId; list: readonly Mentionable[] } | null>(null)
  useEffect(() => {
    if (projectId === null) return
    let current = true
    const asked = api.call('project.files', { projectId, typed }).then((names) => {
      if (current) setKnown({ projectId, list: names.map((name) => ({ kind: 'file', name })) })
    })
    app.attempt(asked)
    return () => {
      current = false
    }
  }, [api, app, projectId, typed])
  return projectId !== null && known?.projectId === projectId ? known.list : NONE
}
