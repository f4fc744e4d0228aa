import type { TerminalId } from '#shared/ids.ts'

/** The start of a shell in a pseudo terminal. */
export type ShellStart = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly cols: number
  readonly rows: number
}

/** Messages to the process that holds the pseudo terminals. */
export type ToTerminals =
  /** Starts a shell, or starts it again on the screen that is already there. */
  | { readonly t: 'start'; readonly id: TerminalId; readonly start: ShellStart }
  | { readonly t: 'write'; readonly id: TerminalId; readonly data: string }
  | { readonly t: 'resize'; readonly id: TerminalId; readonly cols: number; readonly rows: number }
  /** Whether a window wants the output. Without one, the output only reaches the screen. */
  | { readonly t: 'watch'; readonly id: TerminalId; readonly on: boolean }
  /** Whether a window lags too far behind. */
  | { readonly t: 'hold'; readonly id: TerminalId; readonly on: boolean }
  | { readonly t: 'screen'; readonly id: TerminalId; readonly request: number }
  | { readonly t: 'foreground'; readonly id: TerminalId; readonly request: number }
  /** Hangs up. */
  | { readonly t: 'end'; readonly id: TerminalId }
  /** Forgets the screen of an ended shell. */
  | { readonly t: 'forget'; readonly id: TerminalId }

/** Messages of the process that holds the pseudo terminals. */
export type FromTerminals =
  | { readonly t: 'started'; readonly id: TerminalId; readonly pid: number }
  | { readonly t: 'output'; readonly id: TerminalId; readonly at: number; readonly data: string }
  | { readonly t: 'ended'; readonly id: TerminalId; readonly code: number | null; readonly problem: string }
  | {
      readonly t: 'screen'
      readonly request: number
      readonly text: string
      readonly cols: number
      readonly rows: number
      readonly at: number
    }
  /** The program in the foreground; empty when unknown. */
  | { readonly t: 'foreground'; readonly request: number; readonly program: string }
