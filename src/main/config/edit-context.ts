import type { LongChats } from '#shared/context/long-chats.ts'
import { applied, type ConfigChange } from './edit-models.ts'
import { mergeConfig } from './merge-config.ts'

/** Returns the effective settings for long chats from the person's own file. */
export function longChatsOf(config: Parameters<typeof mergeConfig>[0]): LongChats {
  const { autoCompact, compactAt, maxInputTokens, window } = mergeConfig(config, null).context
  const turns = window.strategy === 'sliding' ? window.maxTurns : null
  return { auto: autoCompact, at: compactAt, window: maxInputTokens, turns }
}

/** Writes the person's settings for long chats, keeping other context settings. */
export function withLongChats({ auto, at, window, turns }: LongChats): ConfigChange {
  return (text, config) => {
    // Rules about notes and profiles are tables of their own in the text, which stay as they are.
    const { maxInputTokens: _, window: __, truncation, profiles, models, ...rest } = config.context ?? {}
    const limit = window === null ? {} : { maxInputTokens: window }
    const values = { ...rest, autoCompact: auto, compactAt: at, ...limit }
    const sliding = turns === null ? null : { strategy: 'sliding' as const, maxTurns: turns }
    const context = {
      ...values,
      ...(truncation === undefined ? {} : { truncation }),
      ...(profiles === undefined ? {} : { profiles }),
      ...(models === undefined ? {} : { models }),
      ...(sliding === null ? {} : { window: sliding }),
    }
    return applied(text, { ...config, context }, [
      { path: ['context'], values },
      { path: ['context', 'window'], values: sliding },
    ])
  }
}
