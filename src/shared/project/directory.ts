import { z } from 'zod'
import { AppErrorData } from '../error-data.ts'
import { Millis } from '../ids.ts'

export const DirectoryEntry = z.strictObject({
  name: z.string(),
  path: z.string(),
  hidden: z.boolean(),
  /** `null` when the folder could not be read, so it is not known whether it has folders inside. */
  hasChildren: z.boolean().nullable(),
  denied: z.boolean(),
  link: z.boolean(),
  modifiedAt: Millis.nullable(),
  /** Name of the git branch checked out here, when this folder is a repository. */
  branch: z.string().nullable(),
  packageName: z.string().nullable(),
  registered: z.boolean(),
})
export type DirectoryEntry = z.infer<typeof DirectoryEntry>

/** One page of the folders inside a folder, sorted by name. Files are not listed. */
export const DirectoryListing = z.strictObject({
  path: z.string(),
  parent: z.string().nullable(),
  crumbs: z.array(z.strictObject({ name: z.string(), path: z.string() })),
  entries: z.array(DirectoryEntry),
  total: z.number(),
  nextOffset: z.number().nullable(),
})
export type DirectoryListing = z.infer<typeof DirectoryListing>

/** Details of the selected folder in the folder browser. */
export const DirectorySummary = z.strictObject({
  path: z.string(),
  displayPath: z.string(),
  name: z.string(),
  branch: z.string().nullable(),
  changedFiles: z.number().nullable(),
  packageName: z.string().nullable(),
  hasAgentsFile: z.boolean(),
  workflows: z.number(),
  agents: z.number(),
  registered: z.boolean(),
  problem: AppErrorData.nullable(),
})
export type DirectorySummary = z.infer<typeof DirectorySummary>
