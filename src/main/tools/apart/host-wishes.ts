import type { CommandFiles } from '#shared/session/tool-details.ts'
import type { CommandEnvironment } from '../../lib/child-environment.ts'
import type { BeforeCommand } from '../bash/bash.ts'
import type { BeforeChange } from '../files/file-change.ts'
import type { ToolContext } from '../tool.ts'
import type { Granted, Wish } from './messages.ts'

type Deps = {
  readonly beforeChange: BeforeChange
  readonly beforeCommand: BeforeCommand
  readonly commandEnvironment: CommandEnvironment
  /** A variable of everything the process starts, `NAME=value`. */
  readonly mark: string
}
type Call = { readonly context: ToolContext; readonly signal: AbortSignal }

/** Does for tools what only the parent can: keep what is long, and look at files before and after they change. */
export function createHostWishes({ beforeChange, beforeCommand, commandEnvironment, mark }: Deps) {
  const changes = new Map<number, () => Promise<unknown>>()
  const commands = new Map<number, () => Promise<CommandFiles>>()
  let count = 0
  const settle = async (change: number): Promise<null> => {
    const made = changes.get(change)
    changes.delete(change)
    await made?.()
    return null
  }
  const marked = async (signal: AbortSignal): Promise<Record<string, string>> => {
    const [name = '', value = ''] = mark.split('=')
    return { ...(await commandEnvironment(signal)), [name]: value }
  }
  const grantCommand = async (call: Call): Promise<Granted> => {
    const look = await beforeCommand(call.context, call.signal)
    count += 1
    commands.set(count, look)
    return { command: count }
  }
  const filesAfter = async (command: number): Promise<Granted> => {
    const look = commands.get(command)
    commands.delete(command)
    return { files: (await look?.()) ?? { looked: false, because: 'failed' } }
  }
  return {
    grant: async (call: Call, wish: Wish): Promise<Granted> => {
      const { context, signal } = call
      if (wish.what === 'putText') return context.blobs.putText(wish.text)
      if (wish.what === 'putBytes') return context.blobs.putBytes(wish.bytes, wish.mime)
      if (wish.what === 'settle') return settle(wish.change)
      if (wish.what === 'environment') return { environment: await marked(signal) }
      if (wish.what === 'beforeCommand') return grantCommand(call)
      if (wish.what === 'afterCommand') return filesAfter(wish.command)
      const made = await beforeChange(context, wish.next, signal)
      count += 1
      changes.set(count, made)
      return { change: count }
    },
    /** Looks at all that may have changed and of which nobody knows whether it did. */
    settleAll: (): void => {
      for (const look of [...changes.values(), ...commands.values()]) look().catch(() => undefined)
      changes.clear()
      commands.clear()
    },
  }
}
