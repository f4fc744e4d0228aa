import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { Millis, ProjectId, WorktreeId } from '#shared/ids.ts'

const Setup = z.object({
  linked: z.array(z.string()),
  /** Missing in worktrees from before cloning. */
  cloned: z.array(z.string()).default([]),
  copied: z.array(z.string()),
  commands: z.array(z.string()),
})

/** The preparation of a new worktree. */
export type WorktreeSetup = z.infer<typeof Setup>

/** A worktree as it was created. */
export type StoredWorktree = {
  readonly id: WorktreeId
  readonly projectId: ProjectId
  /** The top folder of the work tree it was created from. */
  readonly repository: string
  /** Its top folder. */
  readonly path: string
  /** The folder of the project below the top, with a slash at its end; empty for the top. */
  readonly prefix: string
  readonly branch: string
  /** The commit it began at. */
  readonly base: string
  readonly baseBranch: string | null
  readonly createdAt: Millis
  readonly setup: WorktreeSetup
}

type Row = {
  readonly id: string
  readonly project_id: string
  readonly repository: string
  readonly path: string
  readonly prefix: string
  readonly branch: string
  readonly base: string
  readonly base_branch: string | null
  readonly created_at: number
  readonly record: string
}

export type WorktreeRows = ReturnType<typeof openWorktreeRows>

/** Opens the table of worktrees. */
export function openWorktreeRows(db: Database) {
  const add = db.prepare<[Row]>(
    `INSERT INTO worktrees (id, project_id, repository, path, prefix, branch, base, base_branch, created_at, record)
     VALUES (@id, @project_id, @repository, @path, @prefix, @branch, @base, @base_branch, @created_at, @record)`,
  )
  const one = db.prepare<[string], Row>('SELECT * FROM worktrees WHERE id = ?')
  const ofProject = db.prepare<[string], Row>(
    'SELECT * FROM worktrees WHERE project_id = ? ORDER BY created_at',
  )
  const prepared = db.prepare<[string, string]>('UPDATE worktrees SET record = ? WHERE id = ?')
  const forget = db.prepare<[string]>('DELETE FROM worktrees WHERE id = ?')
  return {
    add: (tree: StoredWorktree): void => void add.run(rowOf(tree)),
    prepared: (id: WorktreeId, setup: WorktreeSetup): void => void prepared.run(JSON.stringify(setup), id),
    get: (id: WorktreeId): StoredWorktree | null => {
      const row = one.get(id)
      return row === undefined ? null : treeOf(row)
    },
    ofProject: (projectId: ProjectId): StoredWorktree[] => ofProject.all(projectId).map(treeOf),
    forget: (id: WorktreeId): void => void forget.run(id),
  }
}

function rowOf(tree: StoredWorktree): Row {
  return {
    id: tree.id,
    project_id: tree.projectId,
    repository: tree.repository,
    path: tree.path,
    prefix: tree.prefix,
    branch: tree.branch,
    base: tree.base,
    base_branch: tree.baseBranch,
    created_at: tree.createdAt,
    record: JSON.stringify(tree.setup),
  }
}

function treeOf(row: Row): StoredWorktree {
  const setup = Setup.safeParse(JSON.parse(row.record))
  return {
    id: row.id as WorktreeId,
    projectId: row.project_id as ProjectId,
    repository: row.repository,
    path: row.path,
    prefix: row.prefix,
    branch: row.branch,
    base: row.base,
    baseBranch: row.base_branch,
    createdAt: row.created_at as Millis,
    setup: setup.success ? setup.data : { linked: [], cloned: [], copied: [], commands: [] },
  }
}
