import type { DurableEvent } from '#shared/events/event.ts'
import type { SandboxBlock, SandboxRules } from '#shared/sandbox/sandbox.ts'

/** Blocked attempts of the commands of a chat. */
export type ChatSandbox = {
  /** The rules of the newest command; null where none ran. */
  readonly rules: SandboxRules | null
  /** Blocked attempts, the newest first, each once with the sum of its tries. */
  readonly blocked: readonly SandboxBlock[]
  /** The sum of all tries. */
  readonly tries: number
}

/** Reads the receipts of the commands in the loaded part of a chat. */
export function chatSandbox(path: readonly DurableEvent[]): ChatSandbox {
  const blocked = new Map<string, SandboxBlock>()
  let rules: SandboxRules | null = null
  let tries = 0
  for (const event of path) {
    const details = event.kind === 'message' ? event.payload.message.tool?.details : undefined
    if (details?.kind !== 'bash' || details.sandbox === undefined) continue
    rules = details.sandbox.rules
    for (const block of details.sandbox.blocked) {
      const key = `${block.what} ${block.name}`
      const before = blocked.get(key)
      const all = block.tries + (before?.tries ?? 0)
      // Deleted first, so that the newest comes last.
      blocked.delete(key)
      blocked.set(key, { ...block, tries: all })
      tries += block.tries
    }
  }
  return { rules, blocked: [...blocked.values()].toReversed(), tries }
}
