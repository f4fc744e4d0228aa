import { z } from 'zod'
import { ProjectId, TerminalId, WorktreeId } from '../../ids.ts'
import type { Shells } from '../../terminal/shells.ts'
import {
  CELLS,
  MOST_WRITTEN,
  type Terminal,
  type TerminalClosing,
  type TerminalScreen,
} from '../../terminal/terminal.ts'
import { call, personCall } from '../call.ts'

const cells = z.int().min(CELLS.least).max(CELLS.most)
const size = { cols: cells, rows: cells }
const ofTerminal = z.strictObject({ terminalId: TerminalId })

export const TERMINAL_CALLS = {
  /** Returns the terminals of all projects, oldest first. */
  'terminal.list': call<readonly Terminal[]>()(() => z.strictObject({})),
  /** Returns the shells of this computer, and the choice of the person. */
  'terminal.shells': call<Shells>()(() => z.strictObject({})),
  /** Chooses the shell of new terminals by its path; null for the usual one. Refused for what is no program. */
  'terminal.chooseShell': personCall<null>()(() =>
    z.strictObject({ file: z.string().min(1).max(4_096).nullable() }),
  ),
  /** Starts the shell of the person: in a project, a worktree or the folder of a file. Refused without trust. */
  'terminal.open': call<Terminal>()(() =>
    z.strictObject({
      projectId: ProjectId,
      worktreeId: z.exactOptional(WorktreeId),
      file: z.exactOptional(z.string().min(1).max(4_096)),
      ...size,
    }),
  ),
  /** Starts the shell of an ended terminal again. */
  'terminal.restart': call<null>()(() => ofTerminal),
  /** Returns the screen. Output follows until the window detaches, closes or reloads. */
  'terminal.attach': call<TerminalScreen>()(() => ofTerminal),
  'terminal.detach': call<null>()(() => ofTerminal),
  /** Reports output that this window has drawn. Without the report, the terminal pauses its program. */
  'terminal.drawn': call<null>()(() => z.strictObject({ terminalId: TerminalId, count: z.int().min(0) })),
  /** Sends what the person typed or pasted. */
  'terminal.write': personCall<null>()(() =>
    z.strictObject({ terminalId: TerminalId, data: z.string().max(MOST_WRITTEN) }),
  ),
  'terminal.resize': call<null>()(() => z.strictObject({ terminalId: TerminalId, ...size })),
  /** Ends the shell with everything it started. With a program in the foreground only if `anyway`. */
  'terminal.close': call<TerminalClosing>()(() =>
    z.strictObject({ terminalId: TerminalId, anyway: z.boolean() }),
  ),
} as const
