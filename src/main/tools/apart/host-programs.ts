import type { ProcessRoot, ProcessTree } from '../../lib/programs/process-tree.ts'
import type { WatchProgram } from '../bash/command-deps.ts'
import type { ToolContext } from '../tool.ts'
import type { FromTools } from './messages.ts'

type Deps = {
  /** A variable in the environment of the process and of all that it starts, `NAME=value`. */
  readonly mark: string
  readonly processes: Pick<ProcessTree, 'end'>
  readonly watchProgram: WatchProgram
}

/** The commands that run in a process. They are ended with it, also when it is ended by force. */
export function createHostPrograms({ mark, processes, watchProgram }: Deps) {
  const running = new Map<number, { readonly root: ProcessRoot; readonly hide: () => void }>()
  let host: number | null = null
  const over = (program: number): void => {
    running.get(program)?.hide()
    running.delete(program)
  }
  return {
    startedBy: (pid: number | null): void => {
      host = pid
    },
    started: (
      call: { readonly context: ToolContext } | undefined,
      said: Extract<FromTools, { type: 'started' }>,
    ): void => {
      const { program, pid, mark: own, command } = said
      const root = { pid, mark: own }
      if (call === undefined) return
      const { sessionId, runId, agentId } = call.context
      const hide = watchProgram({ ...root, command, owner: { sessionId, runId, agentId } })
      running.set(program, { root, hide })
    },
    over,
    /** Also what was started a moment before it could be told: all of it carries the mark of its process. */
    end: async (): Promise<void> => {
      const roots = [...running.values()].map(({ root }) => root)
      const all = host === null ? roots : [...roots, { pid: host, mark }]
      await Promise.all(all.map((root) => processes.end(root, 0)))
      for (const program of [...running.keys()]) over(program)
    },
  }
}
