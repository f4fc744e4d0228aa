import { AppError } from '#shared/errors.ts'
import type { SessionListing } from '#shared/session/session.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { ComposerTarget } from '../composer/composer-target.ts'

/** Commands of the app that do what a button of the chat does. They go before workflows of these names. */
export const CHAT_ACTS = ['branch', 'branches', 'resume', 'usage'] as const

/** The typed action and its argument text, if any. */
export type ChatAct = { readonly name: (typeof CHAT_ACTS)[number]; readonly words: string }

/** The act a text asks for, or null for any other text. */
export function chatAct(text: string): ChatAct | null {
  const [, name, words = ''] = /^\/(branch|branches|resume|usage)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? []
  if (name === 'resume') return { name, words: words.trim() }
  if (name === 'usage') return { name, words: '' }
  return (name === 'branch' || name === 'branches') && words === '' ? { name, words } : null
}

/** Executes a typed action. An obstacle is thrown as a sentence. */
export async function doChatAct(
  { api, app, session }: Pick<Chat, 'api' | 'app' | 'session'>,
  { sessionId, projectId }: Pick<ComposerTarget, 'sessionId' | 'projectId'>,
  { name, words }: ChatAct,
  t: Text,
): Promise<void> {
  if (name === 'usage') {
    app.showSettings('usage')
    return
  }
  if (name === 'resume' && words !== '') {
    if (projectId === null) throw AppError.quoting('other', t('commands.noChat'))
    const { sessions } = await api.read('session.list', { projectId, limit: MOST_CHATS, withArchived: true })
    const chat = chatCalled(sessions, words)
    if (chat === null) throw AppError.quoting('other', t('commands.resume.none', { words }))
    app.openSession(chat.id, projectId)
    return
  }
  if (sessionId === null) throw AppError.quoting('other', t('commands.noChat'))
  if (name === 'resume') await api.command('session.goOn', { sessionId })
  else if (name === 'branches') await session.showBranches(true)
  else {
    const eventId = session.store.getState().path.at(-1)?.id ?? null
    app.openSession((await api.command('session.fork', { sessionId, eventId })).sessionId, projectId)
  }
}

/** As many as a list of chats may hold. */
const MOST_CHATS = 1_000

/** The chat with this id or title, or the newest whose title holds the words. They come newest first. */
export function chatCalled(
  chats: readonly Pick<SessionListing, 'id' | 'title'>[],
  words: string,
): Pick<SessionListing, 'id' | 'title'> | null {
  const wanted = words.toLocaleLowerCase()
  const titled = (fits: (title: string) => boolean) =>
    chats.find(({ title }) => fits(title.toLocaleLowerCase()))
  return (
    chats.find(({ id }) => id === words) ??
    titled((title) => title === wanted) ??
    titled((title) => title.includes(wanted)) ??
    null
  )
}
