import { useState } from 'react'
import type { ChatPolicy } from '#shared/context/chat-policy.ts'
import { useQuery } from '../../../data/use-query.ts'
import type { SettingsProps } from '../settings-props.ts'

/** The settings of requests, profiles and old chats in the person's file. */
export type ChatPolicyState = {
  /** Null until they are read. */
  readonly policy: ChatPolicy | null
  readonly problem: string | null
  readonly reload: () => void
  /** Writes a change. What was chosen is shown until main has answered. */
  readonly change: (change: Partial<ChatPolicy>) => void
}

/** Reads and writes the settings of requests, profiles and old chats. */
export function useChatPolicy({ api, app }: Pick<SettingsProps, 'api' | 'app'>): ChatPolicyState {
  const { data, problem, reload } = useQuery('context.chatPolicy', {})
  const [chosen, setChosen] = useState<{
    readonly of: ChatPolicy | null
    readonly policy: ChatPolicy
  } | null>(null)
  // An answer that is newer, as after a change of the file in an editor, counts more than the choice before it.
  const policy = chosen !== null && chosen.of === data ? chosen.policy : data
  const change = (changes: Partial<ChatPolicy>): void => {
    if (policy === null) return
    const next = { ...policy, ...changes }
    setChosen({ of: data, policy: next })
    const saved = api.command('context.setChatPolicy', next)
    app.attempt(
      saved.finally(reload).catch((error: unknown) => {
        setChosen(null)
        throw error
      }),
    )
  }
  return { policy, problem, reload, change }
}
