import type { DirectorySummary } from '#shared/project/directory.ts'
import type { Git } from '../git/start-git.ts'
import { isErrno } from '../lib/errno.ts'
import { type EntryDeps, packageNameOf } from './folder-entries.ts'
import { branchAround } from './git-branch.ts'
import { changedFiles } from './git-status.ts'

type Deps = EntryDeps & { readonly home: string; readonly git: Pick<Git, 'look'> }

/** Returns the details of a folder that matter before it becomes a project. */
export async function summaryOf(
  path: string,
  real: string,
  deps: Deps,
  signal: AbortSignal,
): Promise<DirectorySummary> {
  const { reader, rules } = deps
  // Fails here when the folder cannot be listed.
  await reader.items(path)
  const inOrrery = rules.join(path, '.orrery')
  const [branch, changed, packageName, hasAgentsFile, workflows, agents] = await Promise.all([
    branchAround(path, deps),
    changedFiles(path, deps, signal),
    packageNameOf(path, deps),
    reader.look(rules.join(path, 'AGENTS.md')).then(({ file }) => file, ignoreSystemError),
    countFiles(rules.join(inOrrery, 'workflows'), /\.m?js$/i, deps),
    countFiles(rules.join(inOrrery, 'agents'), /\.md$/i, deps),
  ])
  return {
    ...emptySummary(path, deps),
    branch,
    changedFiles: changed,
    packageName,
    hasAgentsFile,
    workflows,
    agents,
    registered: deps.isRegistered(real),
  }
}

/** Returns the summary of an unreadable folder. */
export function emptySummary(path: string, { rules, home }: Pick<Deps, 'rules' | 'home'>): DirectorySummary {
  return {
    path,
    displayPath: rules.display(path, home),
    name: rules.nameOf(path),
    branch: null,
    changedFiles: null,
    packageName: null,
    hasAgentsFile: false,
    workflows: 0,
    agents: 0,
    registered: false,
    problem: null,
  }
}

async function countFiles(folder: string, wanted: RegExp, { reader }: Deps): Promise<number> {
  let count = 0
  try {
    for await (const { name, kind } of reader.someItems(folder, 1_000)) {
      if (kind === 'file' && wanted.test(name)) count += 1
    }
  } catch (error) {
    ignoreSystemError(error)
  }
  return count
}

function ignoreSystemError(error: unknown): false {
  if (isErrno(error)) return false
  throw error
}
