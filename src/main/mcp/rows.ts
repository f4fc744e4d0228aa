import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { parseJson } from '#shared/parse-json.ts'
import { RemotePrompt, RemoteResource, RemoteSkill, RemoteTemplate, RemoteTool } from './messages.ts'

/** The newest answer of a server about its tools, resources and prompts. Older rows hold only tools. */
export const Listing = z.strictObject({
  protocol: z.string(),
  legacy: z.boolean(),
  /** The authorization server where the person is signed in for it. */
  issuer: z.string().nullable().default(null),
  tools: z.array(RemoteTool),
  resources: z.array(RemoteResource).default([]),
  templates: z.array(RemoteTemplate).default([]),
  prompts: z.array(RemotePrompt).default([]),
  skills: z.array(RemoteSkill).default([]),
})
export type Listing = z.infer<typeof Listing>

/** The skills that the person allowed: for which configuration of the server, and the digest of each by its address. */
export const AllowedSkills = z.strictObject({
  digest: z.string(),
  pins: z.array(z.tuple([z.string(), z.string()])),
})
export type AllowedSkills = z.infer<typeof AllowedSkills>

/** The stored state of a server. */
export type McpRow = {
  readonly enabled: boolean | null
  readonly trusted: string | null
  readonly readOnly: ReadonlySet<string>
  readonly calls: number
  readonly errors: number
  readonly lastUsedAt: number | null
  /** The digest of the configuration whose interactive views are allowed; null for none. */
  readonly appsFor: string | null
  /** Null while skills of the server are off. */
  readonly skills: AllowedSkills | null
}

type Stored = {
  readonly enabled: number | null
  readonly trusted: string | null
  readonly read_only: string
  readonly calls: number
  readonly errors: number
  readonly last_used_at: number | null
  readonly apps_for: string | null
  readonly skills_for: string | null
}

const NOTHING: McpRow = {
  enabled: null,
  trusted: null,
  readOnly: new Set(),
  calls: 0,
  errors: 0,
  lastUsedAt: null,
  appsFor: null,
  skills: null,
}

/** The most folders of a server whose lists are stored. */
const MOST_FOLDERS = 20

/** A stored list; null for none, and for one that cannot be read. */
function read(text: string | undefined): Listing | null {
  return text === undefined ? null : (Listing.safeParse(parseJson(text)).data ?? null)
}

/** The lists of servers for folders. Of each server those of the newest folders are kept. */
function createFolderLists(db: Database) {
  const listedIn = db.prepare<[string, string, string], { listing: string }>(
    'SELECT listing FROM mcp_folder_lists WHERE key = ? AND folder = ? AND listed_for = ?',
  )
  const setListedIn = db.prepare<[string, string, string, string, string]>(
    `INSERT OR REPLACE INTO mcp_folder_lists (key, folder, listed_for, listing, number)
     VALUES (?, ?, ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM mcp_folder_lists WHERE key = ?))`,
  )
  const dropListedIn = db.prepare<[string, string, number]>(
    `DELETE FROM mcp_folder_lists WHERE key = ? AND folder NOT IN
       (SELECT folder FROM mcp_folder_lists WHERE key = ? ORDER BY number DESC LIMIT ?)`,
  )
  return {
    of: (key: string, folder: string, digest: string): Listing | null =>
      read(listedIn.get(key, folder, digest)?.listing),
    set: (key: string, folder: string, digest: string, listing: string): void => {
      setListedIn.run(key, folder, digest, listing, key)
      dropListedIn.run(key, key, MOST_FOLDERS)
    },
    drop: (key: string): void => void dropListedIn.run(key, key, 0),
  }
}

/** Opens the tables of MCP servers. */
export function createMcpRows(db: Database) {
  const one = db.prepare<[string], Stored>(
    'SELECT enabled, trusted, read_only, calls, errors, last_used_at, apps_for, skills_for FROM mcp_servers WHERE key = ?',
  )
  const listed = db.prepare<[string, string], { listing: string }>(
    'SELECT listing FROM mcp_servers WHERE key = ? AND listed_for = ? AND listing IS NOT NULL',
  )
  const inFolders = createFolderLists(db)
  const add = db.prepare<[string]>('INSERT INTO mcp_servers (key) VALUES (?) ON CONFLICT (key) DO NOTHING')
  const setEnabled = db.prepare<[number, string]>('UPDATE mcp_servers SET enabled = ? WHERE key = ?')
  const setTrusted = db.prepare<[string | null, string]>('UPDATE mcp_servers SET trusted = ? WHERE key = ?')
  const setApps = db.prepare<[string | null, string]>('UPDATE mcp_servers SET apps_for = ? WHERE key = ?')
  const setSkills = db.prepare<[string | null, string]>('UPDATE mcp_servers SET skills_for = ? WHERE key = ?')
  const setReadOnly = db.prepare<[string, string]>('UPDATE mcp_servers SET read_only = ? WHERE key = ?')
  const setListing = db.prepare<[string, string, string]>(
    'UPDATE mcp_servers SET listing = ?, listed_for = ? WHERE key = ?',
  )
  const use = db.prepare<[number, number, string]>(
    'UPDATE mcp_servers SET calls = calls + 1, errors = errors + ?, last_used_at = ? WHERE key = ?',
  )
  const sampled = db.prepare<[string, string], { tokens: number }>(
    'SELECT sampled_tokens AS tokens FROM mcp_servers WHERE key = ? AND sampled_on = ?',
  )
  const addSampled = db.prepare<[number, string, string, string]>(
    `UPDATE mcp_servers SET sampled_tokens = ? + iif(sampled_on = ?, sampled_tokens, 0), sampled_on = ? WHERE key = ?`,
  )
  const remove = db.prepare<[string]>('DELETE FROM mcp_servers WHERE key = ?')

  const rowOf = (key: string): McpRow => {
    const row = one.get(key)
    if (row === undefined) return NOTHING
    const marks = z.array(z.string()).safeParse(parseJson(row.read_only))
    return {
      enabled: row.enabled === null ? null : row.enabled === 1,
      trusted: row.trusted,
      readOnly: new Set(marks.success ? marks.data : []),
      calls: row.calls,
      errors: row.errors,
      lastUsedAt: row.last_used_at,
      appsFor: row.apps_for,
      skills:
        row.skills_for === null ? null : (AllowedSkills.safeParse(parseJson(row.skills_for)).data ?? null),
    }
  }
  const main = (key: string, digest: string): Listing | null => read(listed.get(key, digest)?.listing)
  return {
    of: rowOf,
    /** The tools of a server as they were listed for this configuration and folder; null where they never were. */
    listing: (key: string, digest: string, folder?: string): Listing | null =>
      folder === undefined ? main(key, digest) : inFolders.of(key, folder, digest),
    enable: (key: string, enabled: boolean): void => {
      add.run(key)
      setEnabled.run(enabled ? 1 : 0, key)
    },
    /** Allows a server to start as it is configured with this digest; null takes that back. */
    trust: (key: string, digest: string | null): void => {
      add.run(key)
      setTrusted.run(digest, key)
    },
    /** Allows the interactive views of a server as it is configured with this digest; null takes that back. */
    allowApps: (key: string, digest: string | null): void => {
      add.run(key)
      setApps.run(digest, key)
    },
    /** Stores the skills that the person allowed; null for none. */
    allowSkills: (key: string, allowed: AllowedSkills | null): void => {
      add.run(key)
      setSkills.run(allowed === null ? null : JSON.stringify(allowed), key)
    },
    markReadOnly: (key: string, tool: string, readOnly: boolean): void => {
      add.run(key)
      const others = [...rowOf(key).readOnly].filter((each) => each !== tool)
      setReadOnly.run(JSON.stringify(readOnly ? [...others, tool] : others), key)
    },
    /** Stores what a server listed. What it listed for a folder counts for all until it lists without one. */
    list: (key: string, digest: string, listing: Listing, folder?: string): void => {
      add.run(key)
      const text = JSON.stringify(listing)
      if (folder !== undefined) inFolders.set(key, folder, digest, text)
      if (folder === undefined || main(key, digest) === null) setListing.run(text, digest, key)
    },
    /** Forgets where the person is signed in. */
    signedOut: (key: string, digest: string): void => {
      const known = main(key, digest)
      if (known !== null) setListing.run(JSON.stringify({ ...known, issuer: null }), digest, key)
    },
    used: (key: string, failed: boolean, at: number): void => {
      add.run(key)
      use.run(failed ? 1 : 0, at, key)
    },
    /** The tokens that a server used of models on a day. */
    sampledTokens: (key: string, day: string): number => sampled.get(key, day)?.tokens ?? 0,
    addSampled: (key: string, day: string, tokens: number): void => {
      add.run(key)
      addSampled.run(tokens, day, day, key)
    },
    remove: (key: string): void => {
      remove.run(key)
      inFolders.drop(key)
    },
  }
}
export type McpRows = ReturnType<typeof createMcpRows>
