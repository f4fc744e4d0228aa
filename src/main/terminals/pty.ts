import { spawn } from '@lydell/node-pty'
import type { ShellStart } from './messages.ts'

/** A shell in a pseudo terminal. */
export type Pty = {
  readonly pid: number
  readonly write: (data: string) => void
  readonly resize: (cols: number, rows: number) => void
  /** Stops reading, so that the program waits when the buffer of the system is full. */
  readonly pause: () => void
  readonly resume: () => void
  /** The name of the program in the foreground. */
  readonly foreground: () => string
  /** Hangs up, as a closed terminal window does. */
  readonly end: () => void
}

export type PtyEvents = {
  readonly onData: (data: string) => void
  readonly onExit: (code: number | null) => void
}

export type StartPty = (start: ShellStart, events: PtyEvents) => Pty

/** Starts a shell in a pseudo terminal of the system. Throws when the system refuses. */
export const startPty: StartPty = ({ file, args, cwd, env, cols, rows }, { onData, onExit }) => {
  const pty = spawn(file, [...args], { name: 'xterm-256color', cwd, env, cols, rows })
  pty.onData(onData)
  pty.onExit(({ exitCode, signal }) => onExit(signal === undefined || signal === 0 ? exitCode : null))
  return {
    pid: pty.pid,
    write: (data) => pty.write(data),
    resize: (width, height) => pty.resize(width, height),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    foreground: () => pty.process,
    end: () => pty.kill(),
  }
}
