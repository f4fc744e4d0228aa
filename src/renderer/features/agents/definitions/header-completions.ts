import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { AgentColor, type AgentHeader, AgentMode } from '#shared/agent/definition.ts'
import { ProviderReplay } from '#shared/model/provider-replay.ts'
import { PermissionMode } from '#shared/permission/mode.ts'

/** Descriptions of the keys. They belong to the file, so they are the same in every language. */
const KEYS: Readonly<Record<keyof typeof AgentHeader.shape, string>> = {
  name: 'The name that is shown.',
  description: 'What the agent is for. People and agents choose by it.',
  mode: AgentMode.options.join(', '),
  family: 'Agents of one family take over conversations from each other.',
  color: AgentColor.options.join(', '),
  model: 'provider/id, an id, or the name that is shown.',
  temperature: 'From 0 to 2.',
  topP: 'Above 0 and up to 1.',
  effort: 'off, minimal, low, medium, high, xhigh or max.',
  providerReplay: 'allow, degrade_to_text or provider_empty_replay_field.',
  maxTurns: 'After how many requests a run is ended.',
  permissionMode: PermissionMode.options.join(', '),
  tools: 'allow: the only tools; deny: tools it is not offered.',
  permission: 'A list of { tool, pattern, action }.',
  skills: 'The only skills it sees.',
  canDelegateTo: 'The agents it may give work to.',
  context: 'maxInputTokens, reserveOutput, toolOutputMaxChars.',
}

const VALUES: Readonly<Record<string, readonly string[]>> = {
  mode: AgentMode.options,
  color: AgentColor.options,
  permissionMode: PermissionMode.options,
  providerReplay: ProviderReplay.options,
  action: ['allow', 'ask', 'deny'],
}

/** The keys of the header where a line begins, and the values of those that have a few. Nothing in the text below. */
export function completeHeader(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context
  if (!isInHeader(state.doc.toString(), pos)) return null
  const line = state.doc.lineAt(pos)
  const before = line.text.slice(0, pos - line.from)
  const value = /(?:^|[\s{,-])(\w+):\s*(\w*)$/.exec(before)
  if (value !== null) {
    const [, key = '', begun = ''] = value
    const options = (VALUES[key] ?? []).map((label): Completion => ({ label, type: 'enum' }))
    return options.length === 0 ? null : { from: pos - begun.length, options, validFor: /^\w*$/ }
  }
  const begun = /^\w*$/.exec(before)?.[0]
  if (begun === undefined || (begun === '' && !context.explicit)) return null
  const used = usedKeys(state.doc.toString(), line.number)
  const options = Object.entries(KEYS)
    .filter(([key]) => !used.has(key))
    .map(([label, info]): Completion => ({ label, info, type: 'property', apply: `${label}: ` }))
  return { from: line.from, options, validFor: /^\w*$/ }
}

/** True between the two lines of `---`. */
export function isInHeader(text: string, pos: number): boolean {
  if (!text.startsWith('---')) return false
  const end = text.indexOf('\n---', 3)
  return pos > 3 && (end < 0 || pos <= end)
}

function usedKeys(text: string, except: number): ReadonlySet<string> {
  const header = text.slice(0, Math.max(0, text.indexOf('\n---', 3)))
  const lines = header.split('\n').filter((_, index) => index + 1 !== except)
  return new Set(lines.flatMap((line) => /^(\w+):/.exec(line)?.[1] ?? []))
}
