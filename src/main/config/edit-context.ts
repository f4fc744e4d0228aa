import type { LongChats } from '#shared/context/long-chats.ts'
import { applied, type ConfigChange } from './edit-models.ts'
import { mergeConfig } from './merge-config.ts'

/** What is in force about chats that grow long, as the person's own file says. */
export function longChatsOf(config: Parameters<typeof mergeConfig>[0]): LongChats {
  const { autoCompact, compactAt, maxInputTokens } = mergeConfig(config, null).context
  return { auto: autoCompact, at: compactAt, window: maxInputTokens }
}

/** Writes down what the person settled, beside what else stands there about context. */
export function withLongChats({ auto, at, window }: LongChats): ConfigChange {
  return (text, config) => {
    const { maxInputTokens: _, ...rest } = config.context ?? {}
    const limit = window === null ? {} : { maxInputTokens: window }
    const context = { ...rest, autoCompact: auto, compactAt: at, ...limit }
    return applied(text, { ...config, context }, [{ path: ['context'], values: context }])
  }
}
