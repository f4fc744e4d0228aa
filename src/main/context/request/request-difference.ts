import type { CacheCheck, CacheDifference } from '#shared/session/cache-check.ts'
import type { Message } from '#shared/session/message.ts'
import type { ModelRequest, ToolSpec } from '../../models/model.ts'
import type { TokenCounter } from '../budget/count-tokens.ts'

/** The parts of a request that a server reads as a prompt, and the settings that belong to its cache. */
export type Prompt = Pick<ModelRequest, 'model' | 'system' | 'messages' | 'tools' | 'effort' | 'forcedTool'>

/** Characters shown of the text at a difference. */
const EXCERPT = 60

/** Compares a request with the one before it, in the order a server reads them: tools, instructions, messages. */
export function compareRequests(before: Prompt, now: Prompt, count: TokenCounter): CacheCheck {
  const whole = promptTokens(before, count)
  const upTo = (same: number, difference: CacheDifference): CacheCheck => ({
    before: whole,
    same,
    difference,
  })
  if (before.model.ref !== now.model.ref) return upTo(0, { in: 'model' })
  const tool = differentTool(before.tools, now.tools)
  if (tool !== null) return upTo(sum(now.tools.slice(0, tool.index), count.tool), tool.difference)
  const tools = sum(now.tools, count.tool)
  if (before.system !== now.system) {
    const place = textPlace(before.system, now.system)
    return upTo(tools + count.text(now.system.slice(0, place.at)), { in: 'system', ...place })
  }
  const head = tools + count.text(now.system)
  if (settingsOf(before) !== settingsOf(now)) return upTo(head, { in: 'settings' })
  const shorter = Math.min(before.messages.length, now.messages.length)
  for (let index = 0; index < shorter; index += 1) {
    const [was, is] = [before.messages[index], now.messages[index]]
    if (was === undefined || is === undefined || isSame(was, is)) continue
    const same = head + sum(now.messages.slice(0, index), count.message)
    return upTo(same, {
      in: 'message',
      index,
      role: is.role,
      ...textPlace(JSON.stringify(was.parts), JSON.stringify(is.parts)),
    })
  }
  return { before: whole, same: head + sum(now.messages.slice(0, shorter), count.message) }
}

/** Estimates the tokens of a prompt. */
export function promptTokens({ tools, system, messages }: Prompt, count: TokenCounter): number {
  return sum(tools, count.tool) + count.text(system) + sum(messages, count.message)
}

function sum<T>(values: readonly T[], count: (value: T) => number): number {
  let tokens = 0
  for (const value of values) tokens += count(value)
  return tokens
}

/** The Messages API drops cached messages when the thinking or the forced tool changes (documentation of 2026-11). */
function settingsOf({ model, effort, forcedTool }: Prompt): string {
  return model.api === 'anthropic-messages' ? `${effort} ${forcedTool}` : ''
}

function differentTool(
  before: readonly ToolSpec[],
  now: readonly ToolSpec[],
): { readonly index: number; readonly difference: CacheDifference } | null {
  const longer = Math.max(before.length, now.length)
  for (let index = 0; index < longer; index += 1) {
    const [was, is] = [before[index], now[index]]
    if (was === is || (was !== undefined && is !== undefined && isSameTool(was, is))) continue
    return { index, difference: { in: 'tools', tool: is?.name ?? was?.name ?? null } }
  }
  return null
}

function isSameTool(was: ToolSpec, is: ToolSpec): boolean {
  if (was.name !== is.name || was.description !== is.description) return false
  return was.schema === is.schema || JSON.stringify(was.schema) === JSON.stringify(is.schema)
}

/** Parts are the same objects for as long as the log holds them, so most messages are compared without reading. */
function isSame(was: Message, is: Message): boolean {
  if (was === is) return true
  if (was.role !== is.role || was.parts.length !== is.parts.length) return false
  return was.parts.every((part, at) => {
    const other = is.parts[at]
    return part === other || JSON.stringify(part) === JSON.stringify(other)
  })
}

/** The first character at which two texts differ, and what each of them says there. */
function textPlace(was: string, now: string): { at: number; was: string; now: string } {
  let at = 0
  while (at < was.length && at < now.length && was[at] === now[at]) at += 1
  return { at, was: was.slice(at, at + EXCERPT), now: now.slice(at, at + EXCERPT) }
}
