import { AppError } from '#shared/errors.ts'
import type { CommandFiles } from '#shared/session/command-files.ts'
import type { FolderEnvironment } from '../../lib/programs/child-environment.ts'
import type { BeforeCommand } from '../bash/command-deps.ts'
import type { DescribeSandbox, EnteredSandbox, EnterSandbox, SandboxedStart } from '../bash/sandboxed.ts'
import type { BeforeChange } from '../files/file-change.ts'
import type { ReadPdf } from '../read/pdf.ts'
import type { ToolContext } from '../tool.ts'
import type { Granted, Wish } from './messages.ts'

type Deps = {
  readonly beforeChange: BeforeChange
  readonly beforeCommand: BeforeCommand
  readonly commandEnvironment: FolderEnvironment
  readonly enterSandbox: EnterSandbox
  readonly describeSandbox: DescribeSandbox
  readonly readPdf: ReadPdf
  /** A variable of everything the process starts, `NAME=value`. */
  readonly mark: string
}
type Leaving = Extract<Wish, { what: 'leaveSandbox' }>
type Call = { readonly context: ToolContext; readonly signal: AbortSignal }

/** Does for tools what only the parent can: keep what is long, and look at files before and after they change. */
export function createHostRequests({
  beforeChange,
  beforeCommand,
  commandEnvironment,
  enterSandbox,
  describeSandbox,
  readPdf,
  mark,
}: Deps) {
  const changes = new Map<number, () => Promise<unknown>>()
  const commands = new Map<number, () => Promise<CommandFiles>>()
  const sandboxes = new Map<number, Extract<EnteredSandbox, { how: 'inside' }>['leave']>()
  let count = 0
  const settle = async (change: number): Promise<null> => {
    const made = changes.get(change)
    changes.delete(change)
    await made?.()
    return null
  }
  const marked = async (folder: string, signal: AbortSignal): Promise<Record<string, string>> => {
    const [name = '', value = ''] = mark.split('=')
    return { ...(await commandEnvironment(folder, signal)), [name]: value }
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
  const enter = async ({ context, signal }: Call, command: SandboxedStart): Promise<Granted> => {
    const entered = await enterSandbox(context, command, signal)
    if (entered.how !== 'inside') return { sandbox: entered }
    count += 1
    sandboxes.set(count, entered.leave)
    const { how, start, environment, rules } = entered
    return { sandbox: { how, start, environment, rules, entered: count } }
  }
  const leave = async ({ entered, output, failed }: Leaving): Promise<Granted> => {
    const left = sandboxes.get(entered)
    sandboxes.delete(entered)
    if (left === undefined) throw AppError.forAgent('tool.failed', 'The sandbox of this command is gone.')
    return { left: await left(output, failed) }
  }
  return {
    grant: async (call: Call, wish: Wish): Promise<Granted> => {
      const { context, signal } = call
      if (wish.what === 'keepOutput') return { kept: await context.outputs.keep(wish.text) }
      if (wish.what === 'findOutput') return { output: await context.outputs.find(wish.name) }
      if (wish.what === 'readPdf') return { pages: await readPdf(context, wish.bytes, signal) }
      if (wish.what === 'putBytes') return context.blobs.putBytes(wish.bytes, wish.mime)
      if (wish.what === 'settle') return settle(wish.change)
      if (wish.what === 'enterSandbox') return enter(call, wish.command)
      if (wish.what === 'describeSandbox') return { rules: await describeSandbox(context) }
      if (wish.what === 'leaveSandbox') return leave(wish)
      if (wish.what === 'approveOutside') return { decision: await context.approveOutside(wish.ask, signal) }
      if (wish.what === 'environment') return { environment: await marked(context.root, signal) }
      if (wish.what === 'beforeCommand') return grantCommand(call)
      if (wish.what === 'afterCommand') return filesAfter(wish.command)
      const made = await beforeChange(context, wish.next, signal)
      count += 1
      changes.set(count, made)
      return { change: count }
    },
    /** Settles all changes and commands with an unknown result. */
    settleAll: (): void => {
      for (const look of [...changes.values(), ...commands.values()]) look().catch(() => undefined)
      for (const leaveUnheard of sandboxes.values()) leaveUnheard('', false).catch(() => undefined)
      sandboxes.clear()
      changes.clear()
      commands.clear()
    },
  }
}
