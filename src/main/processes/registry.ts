import type { ProgramOwner } from '#shared/process/process.ts'
import type { ProcessRoot } from '../lib/programs/process-tree.ts'
import type { KeepProgram } from './keeper.ts'

/** A program that an agent has started, a process in which its tools work, or a shell of the person. */
export type StartedProgram = ProcessRoot & {
  readonly kind: 'command' | 'job' | 'tools' | 'terminal'
  readonly command: string
  /** Null for a terminal, which belongs to the person. */
  readonly owner: ProgramOwner | null
  /** Ends it, where that is not done as with programs that lead a group of their own. */
  readonly end?: () => void
}

/** The programs of agents that run just now. Who starts one says so, and says when it is over. They end with the app. */
export function createProcessRegistry(keep: KeepProgram) {
  const running = new Map<number, StartedProgram>()
  let count = 0
  return {
    /** The returned function takes it out again. */
    add: (program: StartedProgram): (() => void) => {
      count += 1
      const number = count
      running.set(number, program)
      const over = keep(program.pid)
      return () => {
        running.delete(number)
        over()
      }
    },
    all: (): readonly (readonly [number, StartedProgram])[] => [...running],
    get: (number: number): StartedProgram | null => running.get(number) ?? null,
  }
}

export type ProcessRegistry = ReturnType<typeof createProcessRegistry>
