import { homedir } from 'node:os'
import { join } from 'node:path'
import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import { discoverRules } from '../context/discover-rules.ts'
import { takeSnapshot } from '../context/instructions.ts'
import type { Logger } from '../lib/logger.ts'
import { nodeRulesDisk } from './rules-disk.ts'
import { smallFile } from './small-file.ts'
import { environmentFacts, workspaceSummary } from './workspace-facts.ts'

type Deps = { readonly userFile: string; readonly now: () => number; readonly logger: Logger }

/** How long reading the rules of a project may take before a chat starts without the rest. */
const LIMIT_MS = 5_000

/** Where a session works, what it can load, and what it is told of memory. */
export type InstructionsPlace = { readonly cwd: string; readonly skills: string; readonly memory: string }

/** What a session is told, and the files that were found and could not be read. */
export type TakenInstructions = {
  readonly snapshot: InstructionSnapshot
  readonly problems: readonly string[]
}

/** Reads what a new session is told about its project, and freezes it. */
export function createTakeInstructions({ userFile, now, logger }: Deps) {
  return async ({ cwd, skills, memory }: InstructionsPlace): Promise<TakenInstructions> => {
    const search = { cwd, projectRoot: cwd, home: homedir(), userFile }
    const { files, notices } = await discoverRules(nodeRulesDisk, search, AbortSignal.timeout(LIMIT_MS))
    for (const notice of notices) logger.warn(notice.message, { path: notice.path })
    const snapshot = takeSnapshot({
      cwd,
      takenAt: now(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      rules: files,
      environment: environmentFacts(await gitFacts(cwd)),
      workspace: await workspaceSummary(cwd),
      memory,
      skills,
    })
    return { snapshot, problems: notices.map((notice) => notice.message) }
  }
}

/** The branch, read from the repository's own file: no program of the project runs. */
async function gitFacts(cwd: string): Promise<{ branch: string | null; worktree: boolean } | null> {
  const head = await smallFile(join(cwd, '.git', 'HEAD'))
  if (head !== null) return { branch: branchOf(head), worktree: false }
  const pointer = await smallFile(join(cwd, '.git'))
  const folder = pointer?.match(/^gitdir: (.+)$/m)?.[1]
  if (folder === undefined) return null
  const linked = await smallFile(join(folder, 'HEAD'))
  return { branch: linked === null ? null : branchOf(linked), worktree: true }
}

function branchOf(head: string): string | null {
  return head.match(/^ref: refs\/heads\/(.+)$/m)?.[1] ?? null
}
