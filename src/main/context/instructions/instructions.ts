import type {
  InstructionSection,
  InstructionSnapshot,
  InstructionSource,
} from '#shared/context/instructions.ts'
import type { Millis } from '#shared/ids.ts'
import { REMINDER_DECLARATION, wrapInTag } from '../branch/envelope.ts'
import baseline from './baseline.md?raw'
import baselineBrief from './baseline-brief.md?raw'
import { dayWords } from './clock-words.ts'
import { farToNear, type RulesFile, renderRules } from './rules-block.ts'

/** Facts about the machine the agent works on, read once when a session starts. */
export type EnvironmentFacts = {
  /** As a person would say it: "Windows 11", "Debian 13". */
  readonly os: string
  readonly platform: string
  readonly shell: string
  /** Null outside of a repository. */
  readonly git: {
    readonly branch: string | null
    readonly worktree: boolean
    /** Files that git lists as changed; missing where that is not known. */
    readonly changed?: number
    /** The subject of the last commit, as git prints it. */
    readonly lastCommit?: string
  } | null
}

/** Everything a snapshot is made of, already read. */
export type SnapshotInput = {
  readonly cwd: string
  readonly takenAt: Millis
  /** IANA name of the person's time zone. */
  readonly timeZone: string
  readonly rules: readonly RulesFile[]
  readonly environment: EnvironmentFacts
  /** A summary of the project: roots, packages, key folders. Never a full tree. */
  readonly workspace: string
  /** The person's memory for all projects, one item a line. */
  readonly memory: string
  /** Names and descriptions of the skills that can be loaded. */
  readonly skills: string
}

/** Identity, safety and discipline for every agent, ending with the explanation of the reminder envelope. */
export const BASELINE = `${baseline.trim()}\n${REMINDER_DECLARATION}`

/** The same in few words, for a window that has no room for more. */
export const BRIEF_BASELINE = baselineBrief.trim()

/** Freezes what the system prompt is made of. Every kind of section is there, in its fixed order. */
export function takeSnapshot(input: SnapshotInput): InstructionSnapshot {
  const section = (
    kind: InstructionSection['kind'],
    renderedBlock: string,
    sources?: InstructionSource[],
  ): InstructionSection => ({
    kind,
    frozenAt: input.takenAt,
    renderedBlock,
    ...(sources === undefined ? {} : { sources }),
  })
  return {
    version: 1,
    cwd: input.cwd,
    sections: [
      section('baseline', BASELINE, [{ sourceType: 'builtin' }]),
      section('rules', renderRules(input.rules), rulesSources(input.rules)),
      // Told as words of the user ahead of the conversation, and not in the system prompt.
      section('memory', input.memory, input.memory === '' ? undefined : MEMORY_SOURCE),
      section('workspace', renderWorkspace(input)),
      section('environment', renderEnvironment(input.environment)),
      section('time', renderTime(input.takenAt, input.timeZone)),
      section('skills', renderSkills(input.skills)),
    ],
  }
}

const MEMORY_SOURCE: InstructionSource[] = [{ sourceType: 'memory', scope: 'global_user' }]

/** The same instructions for an agent that can load other skills. */
export function withSkills(snapshot: InstructionSnapshot, skills: string, at: Millis): InstructionSnapshot {
  const renderedBlock = renderSkills(skills)
  const sections = snapshot.sections.map((section) =>
    section.kind === 'skills' && section.renderedBlock !== renderedBlock
      ? { ...section, frozenAt: at, renderedBlock }
      : section,
  )
  return sections.every((section, index) => section === snapshot.sections[index])
    ? snapshot
    : { ...snapshot, sections }
}

/** The sections as one text, in their order and without the empty ones. */
export function renderSnapshot(sections: readonly Pick<InstructionSection, 'renderedBlock'>[]): string {
  return joinBlocks(sections.map((section) => section.renderedBlock))
}

/** Blocks of a prompt, a blank line apart. */
export function joinBlocks(blocks: readonly string[]): string {
  return blocks.filter((block) => block.trim() !== '').join('\n\n')
}

/** Formats session notes for the system prompt. `notes` are lines of `key: value`. */
export function renderNotes(notes: string): string {
  return notes.trim() === '' ? '' : wrapInTag('session-context', notes.trim())
}

/** Higher numbers are nearer to the working folder and win. */
function rulesSources(files: readonly RulesFile[]): InstructionSource[] {
  return farToNear(files).map(({ path, scope, truncated, sha256 }, priority) => ({
    sourceType: 'agents_md',
    path,
    scope,
    priority,
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(truncated ? { truncated } : {}),
  }))
}

function renderSkills(skills: string): string {
  return titled('Skills that can be loaded when they fit the task', skills)
}

function titled(title: string, text: string): string {
  return text.trim() === '' ? '' : `# ${title}\n${text.trim()}`
}

function renderWorkspace({ cwd, workspace }: SnapshotInput): string {
  return titled('Project', joinLines([`Folder: ${cwd}`, workspace.trim()]))
}

function renderEnvironment({ os, platform, shell, git }: EnvironmentFacts): string {
  return titled('Environment', joinLines([`System: ${os} (${platform})`, `Shell: ${shell}`, gitLine(git)]))
}

function gitLine(git: EnvironmentFacts['git']): string {
  if (git === null) return 'Git: not a repository'
  const branch = git.branch === null ? 'no branch checked out' : `branch ${git.branch}`
  const { changed, lastCommit = '' } = git
  const subject = subjectOf(lastCommit)
  return [
    `Git: ${branch}`,
    ...(git.worktree ? ['in a linked worktree'] : []),
    ...(changed === undefined ? [] : [changed === 1 ? '1 changed file' : `${changed} changed files`]),
    ...(subject === '' ? [] : [`last commit "${subject}"`]),
  ].join(', ')
}

/** Maximum characters of a commit subject: the whole line takes at most 40 tokens. */
const LONGEST_SUBJECT = 60

/**
 * Returns a commit subject as a short line without characters that could end its quotes, because it is
 * untrusted.
 */
function subjectOf(commit: string): string {
  const line = commit
    .replace(/[\p{Cc}\p{Cf}"<>`]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const shown = line.slice(0, LONGEST_SUBJECT).replace(/[\ud800-\udbff]$/, '')
  return shown.length < line.length ? `${shown.trimEnd()}…` : shown
}

/** The day and no more: chats of one day then share every token of their instructions. */
function renderTime(at: Millis, timeZone: string): string {
  return `Today is ${dayWords(at, timeZone)}.`
}

function joinLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n')
}
