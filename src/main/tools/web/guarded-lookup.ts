import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { AppError } from '#shared/errors.ts'
import { addressKind } from '../../lib/addresses.ts'

/** Hosts in private networks that the person allows, in lower case. */
export type PrivateHosts = () => ReadonlySet<string>

/** Returns the reason a host must not be reached at an address; null when it may be. */
export function closedReason(host: string, address: string, allowed: ReadonlySet<string>): string | null {
  const kind = addressKind(address)
  if (kind === 'public') return null
  if (kind === 'never') return `${host} leads to ${address}, which is never reachable for agents.`
  if (allowed.has(host) || allowed.has(address)) return null
  return `${host} leads to ${address} on this computer or a private network. The person can allow it under Settings, Web.`
}

/**
 * Resolves names for connections of agents. It checks all addresses of the very answer that is connected to, so that a
 * name cannot lead elsewhere between check and connection.
 */
export function createGuardedLookup(allowed: PrivateHosts, resolve: typeof lookup = lookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const name = host.toLowerCase()
      const all = error === null ? found : []
      const closed = all
        .map(({ address }) => closedReason(name, address, allowed()))
        .find((why) => why !== null)
      const [first] = all
      if (closed !== undefined) done(refused(closed ?? ''), '', 0)
      else if (first === undefined) done(error ?? refused(`${host} has no address.`), '', 0)
      else if (options.all === true) done(null, all)
      else done(null, first.address, first.family)
    })
  }
}

/** Refuses a literal address of a private network. Names are checked when they are resolved. */
export function refuseClosed({ hostname }: URL, allowed: ReadonlySet<string>): void {
  const host = plainHost(hostname)
  const address = isIP(host) !== 0 ? host : /^(.+\.)?localhost$/.test(host) ? '127.0.0.1' : null
  const why = address === null ? null : closedReason(host, address, allowed)
  if (why !== null) throw AppError.forAgent('tool.failed', why)
}

/** A host in lower case, without the brackets of an IPv6 address and without a trailing dot. */
export const plainHost = (hostname: string): string =>
  hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

/** The text of the refusal stays with the connection error. */
function refused(message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code: CLOSED_ADDRESS })
}

/** The code of a connection that the guard refused. */
export const CLOSED_ADDRESS = 'ECLOSEDADDRESS'
