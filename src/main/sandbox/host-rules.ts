import { isIP } from 'node:net'
import type { Permission, PermissionRule } from '#shared/permission/rule.ts'
import { addressKind } from '../lib/addresses.ts'
import type { RuleSet } from './profile.ts'

const STRICTNESS: Readonly<Record<Permission, number>> = { allow: 0, ask: 1, deny: 2 }

/** A host and a port, and how they are written in rules. */
export type HostPort = { readonly host: string; readonly port: number }

/** Decides whether a command may reach a host. Every agent concerned must allow it; a host no rule names asks. */
export function hostVerdict(standing: readonly RuleSet[], target: HostPort): Permission {
  return standing.map((each) => verdictOf(each, target)).reduce(stricter, 'allow')
}

function verdictOf({ rules, grants }: RuleSet, target: HostPort): Permission {
  const layers = rules.map((layer) => layer.findLast((rule) => isAbout(rule, target))?.action)
  const ruled = layers.flatMap((action) => (action === undefined ? [] : [action]))
  const granted = grants.filter((rule) => isAbout(rule, target)).map(({ action }) => action)
  if ([...ruled, ...granted].includes('deny')) return 'deny'
  if (granted.includes('allow')) return 'allow'
  return ruled.length === 0 ? 'ask' : ruled.reduce(stricter)
}

function stricter(left: Permission, right: Permission): Permission {
  return STRICTNESS[right] > STRICTNESS[left] ? right : left
}

/** Whether a rule for the tool `network` is about a host: `host`, `host:port`, `*.domain` or `*`. */
function isAbout({ tool, pattern, action }: PermissionRule, { host, port }: HostPort): boolean {
  if (tool !== 'network') return false
  // A wildcard allows hosts of others; what is on this machine or its network needs a name of its own.
  if (action === 'allow' && isClosed(host) && hasNoName(pattern)) return false
  if (pattern === undefined || pattern === '*') return true
  const { host: named, port: only } = parsePattern(pattern)
  if (only !== null && only !== port) return false
  if (named.startsWith('*.')) return host.endsWith(named.slice(1))
  return named === '*' || named === host
}

function isClosed(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && addressKind(host) !== 'public')
}

function hasNoName(pattern: string | undefined): boolean {
  return pattern === undefined || parsePattern(pattern).host.startsWith('*')
}

function parsePattern(pattern: string): { readonly host: string; readonly port: number | null } {
  const [, host = pattern, port] = /^(.*?)(?::(\d+))?$/.exec(pattern.trim()) ?? []
  // An address of version 6 without brackets holds colons of its own.
  if (host.includes(':') && !host.startsWith('[')) return { host: normalHost(pattern), port: null }
  return { host: normalHost(host), port: port === undefined ? null : Number(port) }
}

/** One spelling for a host: lower case, without brackets and the dot at the end. This machine is `localhost`. */
export function normalHost(host: string): string {
  const plain = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
  return /^(127(\.\d+){3}|::1|localhost|0\.0\.0\.0|::)$/.test(plain) ? 'localhost' : plain
}

/** The hosts that every agent concerned allows, as their rules name them. */
export function allowedHosts(standing: readonly RuleSet[]): string[] {
  const named = standing.flatMap(({ rules, grants }) =>
    [...rules.flat(), ...grants].flatMap(({ tool, action, pattern }) =>
      tool === 'network' && action === 'allow' && pattern !== undefined ? [pattern] : [],
    ),
  )
  return [...new Set(named)].filter((pattern) => {
    const { host, port } = parsePattern(pattern)
    return (
      hostVerdict(standing, { host: host.replace(/^\*\.?/, 'any.'), port: port ?? 443 }) === 'allow' ||
      host === '*'
    )
  })
}

/** The grants that allow one of the hosts, each named as `host:port`. */
export function grantsFor(
  grants: readonly PermissionRule[],
  hosts: readonly string[],
): readonly PermissionRule[] {
  const targets = hosts.map(parsePattern).flatMap(({ host, port }) => (port === null ? [] : [{ host, port }]))
  return grants.filter((rule) => rule.action === 'allow' && targets.some((target) => isAbout(rule, target)))
}

/** Ports of this machine that rules open by number. They are reachable inside under the same number. */
export function allowedPorts(standing: readonly RuleSet[]): number[] {
  const ports = standing.flatMap(({ rules, grants }) =>
    [...rules.flat(), ...grants].flatMap(({ tool, action, pattern }) => {
      if (tool !== 'network' || action !== 'allow' || pattern === undefined) return []
      const { host, port } = parsePattern(pattern)
      return host === 'localhost' && port !== null ? [port] : []
    }),
  )
  return [...new Set(ports)].filter((port) => hostVerdict(standing, { host: 'localhost', port }) === 'allow')
}
