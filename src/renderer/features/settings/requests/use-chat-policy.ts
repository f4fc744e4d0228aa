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
  const [chosen, setChosen] = useState<ChatPolicy | null>(null)
  const policy = chosen ?? data
  const change = (changes: Partial<ChatPolicy>): void => {
    if (policy === null) return
    const next = { ...policy, ...changes }
    setChosen(next)
    const saved = api.command('context.setChatPolicy', next)
    app.attempt(
      saved.then(setChosen, (error: unknown) => {
        setChosen(null)
        reload()
        throw error
      }),
    )
  }
  return { policy, problem, reload, change }
}
