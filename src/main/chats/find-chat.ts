import { AppError } from '#shared/errors.ts'
import { type ProjectId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { SessionListing } from '#shared/session/session.ts'

type Deps = {
  readonly projects: () => Promise<readonly { readonly id: ProjectId }[]>
  readonly chats: {
    readonly chat: (id: SessionId) => SessionListing | null
    readonly chats: (
      projectId: ProjectId,
      limit: number,
      withArchived: boolean,
    ) => { readonly sessions: readonly SessionListing[] }
    readonly bin: () => readonly SessionListing[]
  }
}

/** Maximum chats searched for a title. */
const MOST_LOOKED_AT = 1_000

/** Finds a chat by id or title. An exact title wins, then the newest partial match. */
export async function findChat({ projects, chats }: Deps, named: string): Promise<SessionListing> {
  const id = SessionId.safeParse(named)
  const known = id.success ? chats.chat(id.data) : null
  if (known !== null && !chats.bin().some((each) => each.id === known.id)) return known
  const wanted = named.trim().toLocaleLowerCase()
  const all = (await projects())
    .flatMap((project) => chats.chats(project.id, MOST_LOOKED_AT, true).sessions)
    .toSorted((one, other) => other.updatedAt - one.updatedAt)
  const titled = (fits: (title: string) => boolean) =>
    all.find(({ title }) => fits(title.toLocaleLowerCase()))
  const found = titled((title) => title === wanted) ?? titled((title) => title.includes(wanted))
  if (found === undefined || wanted === '') {
    throw AppError.saying('session.not_found', say('chat.noneNamed', { name: named }))
  }
  return found
}
