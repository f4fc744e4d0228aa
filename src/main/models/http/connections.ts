/// <reference path="./undici-parts.d.ts" />
import type { LookupFunction, Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Dispatcher } from 'undici'
import buildConnector from 'undici/lib/core/connect.js'
import Client from 'undici/lib/dispatcher/client.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import type { Clock } from '../../lib/clock.ts'

/** The route of a request to a server. */
export type Way = {
  /** Asked in place of the server. */
  readonly proxy: URL | null
  /** A connection to the server itself that is there, for one question. */
  readonly tunnel: Socket | null
  /** The trusted certificates; undefined for Node's own. */
  readonly roots: SecureContext | undefined
}

type Connector = NonNullable<Extract<Client.Options['connect'], (...args: never[]) => unknown>>

type Deps = {
  readonly clock: Pick<Clock, 'schedule'>
  /** Time limit for the connection and its TLS handshake, in milliseconds. */
  readonly connectMs: number
  /** Resolves the names of servers, not of proxies; Node's own when missing. */
  readonly lookup?: LookupFunction
}

type Kept = { readonly pool: Pool; readonly roots: SecureContext | undefined }

/** To how many servers connections are kept; more than anybody uses at once. */
const MOST_SERVERS = 32

/** The caller sets the limits, because a slow local model needs much longer than other servers. */
const NO_LIMITS = { headersTimeout: 0, bodyTimeout: 0 }

/** The connections to servers. One that is done with a question is kept a few seconds for the next. */
export function createConnections(deps: Deps) {
  const kept = new Map<string, Kept>()

  const poolTo = (origin: string, roots: SecureContext | undefined, isProxy: boolean): Pool => {
    const known = kept.get(origin)
    if (known !== undefined && known.roots === roots) return known.pool
    known?.pool.close()
    const trust = roots === undefined ? {} : { secureContext: roots }
    const resolving = isProxy || deps.lookup === undefined ? {} : { lookup: deps.lookup }
    const pool = new Pool(origin, {
      ...NO_LIMITS,
      connect: inTime(buildConnector({ ...trust, ...resolving, timeout: 0 }), deps),
    })
    kept.delete(origin)
    kept.set(origin, { pool, roots })
    for (const [oldest, { pool: unused }] of kept) {
      if (kept.size <= MOST_SERVERS) break
      kept.delete(oldest)
      // Requests in progress run to their end.
      unused.close()
    }
    return pool
  }

  return {
    /** Returns the dispatcher for requests to this address. */
    to: (url: URL, { proxy, tunnel, roots }: Way): Dispatcher => {
      if (tunnel === null) return poolTo((proxy ?? url).origin, roots, proxy !== null)
      // Asynchronous, because the client does not notice a connection reported synchronously.
      const connect: Connector = (_where, done) => queueMicrotask(() => done(null, tunnel))
      return new Client(url.origin, { ...NO_LIMITS, connect })
    },
  }
}

/** The failure of a connection that was not made in time. */
export function tooSlow(): Error {
  const error = new Error('The connection was not made in time.')
  return Object.assign(error, { code: 'UND_ERR_CONNECT_TIMEOUT' })
}

/** Connects within the time there is for it. */
function inTime(connect: ReturnType<typeof buildConnector>, { clock, connectMs }: Deps): Connector {
  return (where, done) => {
    const cancel = clock.schedule(connectMs, () => void socket.destroy(tooSlow()))
    const socket = connect(where, (...made) => {
      cancel()
      done(...made)
    })
  }
}
