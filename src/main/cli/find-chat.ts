import { SessionId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import type { SessionListing } from '#shared/session/session.ts'
import type { Client } from './client.ts'
import { UsageError } from './usage-error.ts'

/** The chats of a project that are searched for a title. */
const MOST_CHATS = 1_000

/** Returns the newest chat of a project; null where it has none. */
export async function newestChat(client: Client, { id }: Project): Promise<SessionListing | null> {
  return newestFirst(await chatsOf(client, id))[0] ?? null
}

/**
 * Finds a chat by its id, its whole title or a part of it, first in the preferred project. Throws a `UsageError` for a
 * name that fits none.
 */
export async function chatNamed(
  client: Client,
  name: string,
  preferred: Project | null,
): Promise<SessionListing> {
  const projects = await client.call('project.list', {})
  const ordered = projects.toSorted(
    (one, other) => Number(other.id === preferred?.id) - Number(one.id === preferred?.id),
  )
  const all: SessionListing[] = []
  for (const { id } of ordered) all.push(...newestFirst(await chatsOf(client, id)))
  const id = SessionId.safeParse(name)
  const wanted = name.trim().toLocaleLowerCase()
  const found =
    (id.success ? all.find((chat) => chat.id === id.data) : undefined) ??
    all.find(({ title }) => title.toLocaleLowerCase() === wanted) ??
    all.find(({ title }) => wanted !== '' && title.toLocaleLowerCase().includes(wanted))
  if (found === undefined) throw new UsageError(`There is no chat “${name}”. See orrery sessions --all.`)
  return found
}

async function chatsOf(client: Client, projectId: Project['id']): Promise<readonly SessionListing[]> {
  const { sessions } = await client.call('session.list', { projectId, limit: MOST_CHATS, withArchived: true })
  return sessions
}

const newestFirst = (chats: readonly SessionListing[]): SessionListing[] =>
  chats.toSorted((one, other) => other.updatedAt - one.updatedAt)
