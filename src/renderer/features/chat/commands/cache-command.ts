import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { CacheBreak } from '#shared/session/cache-check.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { CommandResult } from './run-chat-command.ts'

/** A parsed `/break-cache`. */
export type CacheCommand =
  | { readonly do: 'status' | 'help' | 'unknown' }
  | { readonly do: 'set'; readonly to: CacheBreak | null }

/** Parses `/break-cache`; null for any other text. Without a word it affects the next request. */
export function cacheCommand(text: string): CacheCommand | null {
  const [whole, words = ''] = /^\/break-cache(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const word = words.trim().toLowerCase()
  if (word === '' || word === 'once') return { do: 'set', to: 'once' }
  if (word === 'always') return { do: 'set', to: 'always' }
  if (word === 'off') return { do: 'set', to: null }
  if (word === 'status') return { do: 'status' }
  return { do: ['help', '-h', '--help'].includes(word) ? 'help' : 'unknown' }
}

/** Carries out `/break-cache` for a chat. An obstacle is thrown as a sentence. */
export async function doCacheCommand(
  api: Chat['api'],
  sessionId: SessionId | null,
  asked: CacheCommand,
  t: Text,
): Promise<CommandResult> {
  if (asked.do === 'help') return { kind: 'said', text: t('cache.help') }
  if (asked.do === 'unknown') throw AppError.quoting('other', t('cache.unknown'))
  if (sessionId === null) throw AppError.quoting('other', t('commands.noChat'))
  if (asked.do === 'set')
    await api.command('session.update', { sessionId, changes: { cacheBreak: asked.to } })
  const { breaking, broken } = await api.read('context.cache', { sessionId })
  const state = t(`cache.${breaking ?? 'off'}`)
  return {
    kind: 'said',
    text: asked.do === 'set' ? state : `${state} ${t('cache.count', { count: broken })}`,
  }
}
