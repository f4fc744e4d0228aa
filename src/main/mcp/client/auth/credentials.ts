import type { IssuerCredentials, OAuthSession } from '../../messages.ts'

/** The vault, reached through main. */
export type CredentialStore = {
  readonly read: (issuer: string) => Promise<IssuerCredentials | null>
  readonly write: (credentials: IssuerCredentials) => Promise<void>
}

/**
 * The credentials of authorization servers, each under its issuer. Access tokens stay in the memory of this process.
 * Servers of one issuer share its refresh token, so all that renews one runs in turn.
 */
export function createCredentials(store: CredentialStore) {
  const access = new Map<string, string>()
  /** Tokens that were used, also those that were renewed since. */
  let known: readonly string[] = []
  const turns = new Map<string, Promise<unknown>>()
  const keyOf = (issuer: string, resource: string) => JSON.stringify([issuer, resource])
  return {
    /** Runs work on one issuer alone. */
    inTurn: async <T>(issuer: string, work: () => Promise<T>): Promise<T> => {
      const turn = (turns.get(issuer) ?? Promise.resolve()).then(work, work)
      const settled = turn.catch(() => undefined)
      turns.set(issuer, settled)
      try {
        return await turn
      } finally {
        if (turns.get(issuer) === settled) turns.delete(issuer)
      }
    },
    read: async (issuer: string): Promise<IssuerCredentials> => {
      const saved = await store.read(issuer)
      // What was kept for another issuer is never used.
      return saved?.issuer === issuer ? saved : { issuer, client: null, sessions: [] }
    },
    write: store.write,
    access: (issuer: string, resource: string): string | null => access.get(keyOf(issuer, resource)) ?? null,
    setAccess: (issuer: string, resource: string, token: string): void => {
      access.set(keyOf(issuer, resource), token)
      if (token.length >= SHORTEST_HIDDEN && !known.includes(token))
        known = [...known, token].slice(-MOST_HIDDEN)
    },
    /** Forgets the access tokens of an issuer, or of one of its servers. */
    forgetAccess: (issuer: string, resource?: string): void => {
      for (const key of [...access.keys()]) {
        const [ofIssuer, ofResource] = JSON.parse(key) as [string, string]
        if (ofIssuer === issuer && (resource === undefined || ofResource === resource)) access.delete(key)
      }
    },
    /** Takes access tokens out of a text. */
    hide: (text: string): string => hidden(text, known),
    /** Takes access tokens out of all texts of JSON-like data, in place, and returns it. */
    hideIn: (value: unknown): unknown => hiddenIn(value, known),
  }
}

/** A shorter text is no token, and hiding it would garble other texts. */
const SHORTEST_HIDDEN = 8
const MOST_HIDDEN = 500

function hidden(text: string, tokens: readonly string[]): string {
  let rest = text
  for (const token of tokens) rest = rest.replaceAll(token, '[token]')
  return rest
}

/** Works without recursion: what a server sends may nest deeper than the stack. */
function hiddenIn(value: unknown, tokens: readonly string[]): unknown {
  if (tokens.length === 0) return value
  const root: Record<string, unknown> = { value }
  const open = [root]
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    for (const [key, part] of Object.entries(each)) {
      if (typeof part === 'string') each[key] = hidden(part, tokens)
      else if (typeof part === 'object' && part !== null) open.push(part as Record<string, unknown>)
    }
  }
  return root['value']
}

export type Credentials = ReturnType<typeof createCredentials>

/** Returns the session that serves a resource; undefined for none. */
export function sessionOf({ sessions }: IssuerCredentials, resource: string): OAuthSession | undefined {
  return sessions.find(({ resources }) => resources.includes(resource))
}

/** Removes a session. */
export function withoutSession(saved: IssuerCredentials, session: OAuthSession): IssuerCredentials {
  return { ...saved, sessions: saved.sessions.filter((each) => each !== session) }
}

/** Adds a new session. Its resource leaves the older ones. */
export function withSession(saved: IssuerCredentials, session: OAuthSession): IssuerCredentials {
  const others = saved.sessions
    .map((each) => ({
      ...each,
      resources: each.resources.filter((resource) => !session.resources.includes(resource)),
    }))
    .filter(({ resources }) => resources.length > 0)
  return { ...saved, client: session.client, sessions: [...others, session].slice(-MOST_SESSIONS) }
}

const MOST_SESSIONS = 100
