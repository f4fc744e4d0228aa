import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { McpClient } from '../client-port.ts'
import type { ServerDefinition } from '../definition.ts'
import type { McpRows } from '../rows.ts'
import type { RunningServers } from '../running-servers.ts'
import type { Server } from '../server.ts'
import type { CredentialVault } from './credential-vault.ts'

export type SignInRoom = {
  readonly client: Pick<McpClient, 'signOut'>
  readonly credentials: CredentialVault
  /** Opens an address in the person's browser. */
  readonly openLink: (url: string) => Promise<void>
}

type Deps = SignInRoom & {
  readonly rows: Pick<McpRows, 'listing' | 'signedOut'>
  readonly running: Pick<RunningServers, 'get' | 'all' | 'stop'>
  readonly changed: () => void
}

/** The port of the redirect address of a client that the person registered by hand. */
const CLIENT_PORT = 36_917

/** Signs in at authorization servers: one consent for all servers of an issuer. */
export function createIssuerSignIns({ client, credentials, openLink, rows, running, changed }: Deps) {
  const browsing = new Map<string, Promise<void>>()

  /** Signs in for the other servers that wait for the same issuer. None of them opens the browser. */
  const joinOthers = async (issuer: string, signal: AbortSignal): Promise<void> => {
    const waiting = running.all().filter((server) => {
      const need = server.need()
      return need?.issuer === issuer && need.reason !== 'scope'
    })
    // The health of each shows what became of it.
    await Promise.allSettled(waiting.map((server) => server.signIn.start(null, signal)))
  }
  const withBrowser = async (server: Server, signal: AbortSignal): Promise<void> => {
    let problem: unknown = null
    const failed = new AbortController()
    const browse = (url: string) => {
      openLink(url).catch((error: unknown) => {
        problem = AppError.saying('config.invalid', say('mcp.noBrowser'), { cause: error })
        failed.abort(problem)
      })
    }
    try {
      await server.signIn.start(browse, AbortSignal.any([signal, failed.signal]))
    } catch (error) {
      throw problem ?? error
    }
  }

  return {
    /** Opens the browser for a server, once for its issuer. Resolves when its tools are known. */
    signIn: async (definition: ServerDefinition, signal: AbortSignal): Promise<void> => {
      const server = running.get(definition)
      if (server.need() === null) await server.restart(signal).catch(() => undefined)
      const issuer = server.need()?.issuer ?? null
      if (server.need() === null) return
      const other = issuer === null ? undefined : browsing.get(issuer)
      // Signing in for the other one signs in for this one too.
      if (other !== undefined) return await other
      const work = withBrowser(server, signal).then(async () => {
        if (issuer !== null) await joinOthers(issuer, signal)
      })
      if (issuer === null) return await work
      browsing.set(issuer, work)
      try {
        await work
      } finally {
        browsing.delete(issuer)
      }
    },
    cancelSignIn: (definition: ServerDefinition): void => running.get(definition).signIn.cancel(),
    /** Stores a client id that the person registered at the authorization server of a server. */
    setClient: async (
      definition: ServerDefinition,
      { id, secret }: { readonly id: string; readonly secret: string | null },
    ): Promise<void> => {
      const issuer = running.get(definition).need()?.issuer ?? null
      if (issuer === null) throw AppError.saying('config.invalid', say('mcp.noSignIn'))
      const saved = await credentials.read(issuer)
      const entered = { id, secret, by: 'person', method: null, port: CLIENT_PORT } as const
      await credentials.write({ issuer, sessions: saved?.sessions ?? [], client: entered })
    },
    /** Signs all servers of an issuer out. */
    signOut: async (
      { key, digest }: ServerDefinition,
      all: readonly ServerDefinition[],
      signal: AbortSignal,
    ): Promise<void> => {
      const issuer = rows.listing(key, digest)?.issuer ?? null
      if (issuer === null) return
      await client.signOut(issuer, signal)
      const known = [...all, ...running.all().map(({ definition }) => definition)]
      for (const each of known.filter((one) => rows.listing(one.key, one.digest)?.issuer === issuer)) {
        rows.signedOut(each.key, each.digest)
        running.stop(each.key)
      }
      changed()
    },
  }
}
