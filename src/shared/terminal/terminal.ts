import type { ProjectId, TerminalId, WorktreeId } from '../ids.ts'

/** The smallest and largest size of a terminal, in cells. */
export const CELLS = { least: 2, most: 1_000 } as const

/** Lines above the screen that a terminal keeps. */
export const SCROLLBACK = 10_000

/** Characters that one write may carry. A longer paste is sent in pieces. */
export const MOST_WRITTEN = 50_000

/** A terminal of the person. Its shell belongs to the person, so agents neither read nor write it. */
export type Terminal = {
  readonly id: TerminalId
  readonly projectId: ProjectId
  /** The folder in which the shell started. */
  readonly folder: string
  /** The worktree it started in; null in the folder of the project. */
  readonly worktreeId: WorktreeId | null
  /** The branch of the worktree it started in; null in the folder of the project. */
  readonly branch: string | null
  /** Counts the terminals of a project from 1. */
  readonly number: number
  /** The name of the shell, for example `zsh`. */
  readonly shell: string
  /** Counts the starts of the shell from 1. A later start may draw on another screen. */
  readonly starts: number
  /** Null while the shell runs. The code is null after a signal or a failure. */
  readonly ended: { readonly code: number | null } | null
}

/** The screen of a terminal with its scrollback, as text with control sequences. */
export type TerminalScreen = {
  readonly text: string
  readonly cols: number
  readonly rows: number
  /** Characters of output that the text contains. Later output continues from there. */
  readonly at: number
}

/** Output for a window that shows the terminal. `at`: characters of output before `data`. */
export type TerminalOutput = { readonly terminalId: TerminalId; readonly at: number; readonly data: string }

/** The answer to closing a terminal. `running` names the program that keeps it open. */
export type TerminalClosing = { readonly closed: boolean; readonly running: string | null }
