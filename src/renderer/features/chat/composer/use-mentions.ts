import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { AgentListing } from '#shared/agent/definition.ts'
import type { ProjectId } from '#shared/ids.ts'
import { nameMatch } from '#shared/project/name-match.ts'
import { type Text, useText } from '../../../messages/TextProvider.tsx'
import { useAnswer } from '../../../ui/hooks/use-answer.ts'
import { type Suggestions, useSuggestions } from '../../../ui/lists/use-suggestions.ts'
import { agentAbout } from '../../../ui/names/agent-about.ts'
import { useChat } from '../chat-context.ts'
import { isTypedOut, mentioned, mentionToken, stillFitting } from './mention-token.ts'
import { useListedAgents } from './use-agents.ts'

/** An agent or file that can be mentioned with `@`. */
export type Mentionable =
  | { readonly kind: 'agent'; readonly name: string; readonly description: string }
  | { readonly kind: 'file'; readonly name: string }

/** The list of files and agents under an `@`. */
export type Mentions = Suggestions<Mentionable> & {
  /** The caret has moved. */
  readonly onCaret: () => void
}

type Asked = {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly projectId: ProjectId | null
  /** The text of the composer. */
  readonly text: string
  readonly setText: (text: string) => void
  readonly isTyping: boolean
}

const MOST_AGENTS = 5

/** Returns the matches of an `@` mention before the caret. */
export function useMentions({ box, projectId, text, setText, isTyping }: Asked): Mentions {
  const t = useText()
  const agents = useListedAgents(projectId)
  const [caret, setCaret] = useState(0)
  const goesTo = useRef<number | null>(null)
  const token = isTyping ? mentionToken(text, Math.min(caret, text.length)) : null
  const files = useFileNames(token === null ? null : projectId, token?.typed ?? '')
  useLayoutEffect(() => {
    if (goesTo.current === null) return
    box.current?.setSelectionRange(goesTo.current, goesTo.current)
    setCaret(goesTo.current)
    goesTo.current = null
  })
  const list = useSuggestions<Mentionable>({
    token,
    found: token === null ? [] : [...agentsFor(agents, token.typed, t), ...files],
    isTypedOut: ({ name }) => token !== null && isTypedOut(token, name),
    choose: ({ name }) => {
      if (token === null) return
      const done = mentioned(text, token, name)
      goesTo.current = done.caret
      setText(done.text)
    },
  })
  return { ...list, onCaret: () => setCaret(box.current?.selectionStart ?? 0) }
}

function agentsFor(agents: readonly AgentListing[], typed: string, t: Text): readonly Mentionable[] {
  return agents
    .flatMap((agent) => {
      const rank = nameMatch(agent.id, typed)
      if (rank === null || rank > 1) return []
      return [{ rank, kind: 'agent' as const, name: agent.id, description: agentAbout(agent, t) }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_AGENTS)
}

const NONE: readonly Mentionable[] = []

/** Asks for the files that fit what is typed. Until the answer is here, those found last stay that still fit. */
function useFileNames(projectId: ProjectId | null, typed: string): readonly Mentionable[] {
  const { api, app } = useChat()
  const ask = useMemo(() => {
    if (projectId === null) return null
    return async () => {
      const asked = api.call('project.files', { projectId, typed })
      app.attempt(asked)
      return { typed, names: await asked }
    }
  }, [api, app, projectId, typed])
  const { answer } = useAnswer(projectId, ask)
  return useMemo(
    () =>
      projectId === null || answer === null
        ? NONE
        : stillFitting(answer, typed).map((name) => ({ kind: 'file', name }) as const),
    [projectId, answer, typed],
  )
}
