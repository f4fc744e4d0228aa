import type { Move } from './emission.ts'
import type { LabModel, Person } from './lab.ts'
import type { Files } from './lab-files.ts'
import type { Asked } from './wire.ts'

/** What a policy knows when it decides: the words of the request, and the results it has had. */
export type Reading = {
  /** All words that the model was sent, the system text among them. */
  readonly visible: string
  /** The words of every result so far, oldest first. */
  readonly results: readonly string[]
}

/** One answer of the perfect model: calls that are made until each has succeeded. */
export type Step = {
  readonly calls: (reading: Reading) => readonly Move[]
  /** A result that reports an error is what is expected: a failing test, a denied call. */
  readonly mayFail?: true
  /** Happens after the results were read, outside the app. */
  readonly afterwards?: (root: string) => Promise<void>
  /** The path is first written with backslashes by every model. */
  readonly backslashes?: true
}

/** What the person says, and what the perfect model does about it. */
export type Turn = {
  readonly ask: string
  readonly steps: readonly Step[]
  readonly say: string
  /** What the person does in the app before this turn. */
  readonly before?: 'plan mode' | 'edit mode' | 'compact'
  /** The person stops the run once this tool is running. */
  readonly stopAt?: string
}

/** A piece of work with a known right end. */
export type Task = {
  readonly name: string
  readonly files: Files
  readonly turns: readonly Turn[]
  /** Files afterwards, where they differ from those at the start. Null: the file is gone. */
  readonly meant: Readonly<Record<string, string | null>>
  /** Contents that are right on the way, beside those of the perfect model. */
  readonly onTheWay?: Readonly<Record<string, readonly string[]>>
  readonly model?: LabModel
  readonly person?: Person
  /** What an agent that works for the chat reads and reports. */
  readonly helper?: (prompt: string) => Move
  /** The slip of such an agent: thoughts only in its first answer, or no word ever. */
  readonly helperSlip?: 'thinks first' | 'silent'
  /** Returns the words with which the server refuses a request; null for one that it answers. */
  readonly refuses?: (asked: Asked) => string | null
}

export const read = (path: string, more: Move['args'] = {}): Move => ({
  tool: 'read',
  args: { path, ...more },
})
export const edit = (path: string, oldText: string, newText: string, all?: true): Move => ({
  tool: 'edit',
  args: { path, old_text: oldText, new_text: newText, ...(all === undefined ? {} : { replace_all: all }) },
})
export const write = (path: string, content: string): Move => ({ tool: 'write', args: { path, content } })
export const bash = (command: string): Move => ({ tool: 'bash', args: { command } })
export const grep = (pattern: string): Move => ({ tool: 'grep', args: { pattern } })

/** A step with calls that nothing has to be known for. */
export const step = (...moves: readonly Move[]): Step => ({ calls: () => moves })
