import { useState } from 'react'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import { isOver } from './agent-tree.ts'
import { besides, cursorAt, placeOf, type SelectorIds } from './selector-cursor.ts'
import { useAgentDeeds } from './use-agents-of-chat.ts'

/** The row the keys of the selector are on. Without the focus that is `shown`, the one that is looked at. */
export function useSelectorCursor(ids: SelectorIds, shown: number) {
  const deeds = useAgentDeeds()
  const [focused, setFocused] = useState(false)
  const [cursor, setCursor] = useState(() => cursorAt(0, ids))
  const at = focused ? placeOf(cursor, ids) : Math.max(0, shown)
  return {
    at,
    focused,
    move: (to: number) => setCursor(cursorAt(to, ids)),
    onFocus: () => {
      // It begins where one looks; from the chat that is the chat itself.
      setCursor(cursorAt(shown, ids))
      setFocused(true)
    },
    onBlur: () => setFocused(false),
    /** Stops the agent under the cursor, or takes it out once it has ended. */
    end: (run: AgentRun) => {
      // A key pressed for the previous agent must not apply to the one that replaced it.
      if (cursor.id !== run.sessionId) return setCursor(cursorAt(at, ids))
      if (isOver(run)) setCursor(besides(at, ids))
      deeds.end(run)
    },
  }
}
