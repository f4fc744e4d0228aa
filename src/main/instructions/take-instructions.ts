import type { InstructionSnapshot } from '#shared/context/instructions.ts'
import { englishOf, type Sentence, say } from '#shared/sentences.ts'
import {
  discoverRules,
  OTHER_RULES_FILE,
  RULES_FILE,
  type RulesDisk,
} from '../context/instructions/discover-rules.ts'
import { findGit } from '../context/instructions/find-git.ts'
import { takeSnapshot } from '../context/instructions/instructions.ts'
import { isRulesFolder } from '../context/instructions/rule-folders.ts'
import { createBriefCache } from '../lib/brief-cache.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { GitSummary } from './git-summary.ts'
import { createTimeLimitedDisk, type TimeLimitedDisk } from './time-limited-disk.ts'
import { createTimeZone } from './time-zone.ts'
import { environmentFacts } from './workspace-facts.ts'

type Deps = {
  readonly userFile: string
  /** The person's home folder. */
  readonly home: string
  readonly disk: RulesDisk
  /** A summary of a folder; empty where it cannot be read. */
  readonly summary: (cwd: string) => Promise<string>
  /** Reads the git summary of a folder. */
  readonly gitSummary: GitSummary
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly logger: Logger
}

/** Time limit for reading instructions, in milliseconds. The chat then starts without the rest. */
const LIMIT_MS = 5_000

/** Lifetime of a cached folder for agents, in milliseconds. */
const AGENTS_MS = 1_000

/** The working folder of a session with its skills and memory. */
export type InstructionsPlace = {
  readonly cwd: string
  readonly skills: string
  readonly memory: string
  /** Many agents begin at once: what was read for another a moment ago will do. */
  readonly isAgent: boolean
}

/** The instructions of a session, and the unreadable files. */
export type TakenInstructions = {
  readonly snapshot: InstructionSnapshot
  readonly problems: readonly string[]
  /** The parts the disk did not answer in time; null for none. */
  readonly late: Sentence | null
}

/**
 * Reads and freezes the project instructions of a new session. A disk without an answer does not block it.
 */
export function createTakeInstructions(deps: Deps) {
  const { userFile, home, disk, summary, clock, logger } = deps
  const timeZone = createTimeZone(clock.now)
  const readWith = async (patient: TimeLimitedDisk, cwd: string, signal: AbortSignal) => {
    const search = { cwd, projectRoot: cwd, home, userFile }
    const { files, notices } = await discoverRules(patient.disk, search, signal)
    const git = await findGit(patient.disk, cwd, signal)
    const workspace = await patient.ask(cwd, () => summary(cwd))
    return { files, notices, git, workspace: workspace ?? '' }
  }

  const read = async (cwd: string) => {
    const done = new AbortController()
    const patient = createTimeLimitedDisk(
      disk,
      clock.after(LIMIT_MS, done.signal).catch(() => undefined),
    )
    const found = await readWith(patient, cwd, done.signal).finally(() => done.abort())
    for (const notice of found.notices) logger.warn(notice.message, { path: notice.path })
    const missed = patient.missed()
    if (missed.length > 0) logger.warn('The disk did not answer in time', { paths: missed })
    return { ...found, missed }
  }
  const { readNow, readRecent } = createBriefCache({ now: clock.now, holdsMs: AGENTS_MS, ask: read })
  // Many chats may begin at once, and git is a process for each look.
  const summaries = createBriefCache({
    now: clock.now,
    holdsMs: AGENTS_MS,
    ask: (cwd) => deps.gitSummary(cwd, new AbortController().signal),
  })

  return async ({ cwd, skills, memory, isAgent }: InstructionsPlace): Promise<TakenInstructions> => {
    const { files, notices, git, workspace, missed } = await (isAgent ? readRecent(cwd) : readNow(cwd))
    const about = git === null || isAgent ? {} : await summaries.readNow(cwd)
    const snapshot = takeSnapshot({
      cwd,
      takenAt: clock.now(),
      timeZone: timeZone(),
      rules: files,
      environment: environmentFacts(git === null ? null : { ...git, ...about }),
      workspace,
      memory,
      skills,
    })
    const late = lateOf(missed, cwd)
    return {
      snapshot,
      problems: [...notices.map((notice) => notice.message), ...(late === null ? [] : [englishOf([late])])],
      late,
    }
  }
}

const MOST_NAMED = 5

/**
 * Returns the sentence about missing parts: rule files, repository, folder summary. Individual search steps
 * are not listed.
 */
function lateOf(missed: readonly string[], cwd: string): Sentence | null {
  if (missed.length === 0) return null
  // Further names of rules say no more than the first.
  const names = missed.filter((path) => !path.endsWith(OTHER_RULES_FILE) && !isRulesFolder(path))
  const named = names.filter((path) => path.startsWith(cwd) || path.endsWith(RULES_FILE))
  const shown = (named.length === 0 ? names : named).slice(0, MOST_NAMED)
  return say('context.late', { seconds: String(LIMIT_MS / 1000), paths: shown.join(', ') })
}
