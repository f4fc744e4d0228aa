import type { Emission } from './emission.ts'
import type { Task } from './task.ts'
import { type Asked, wordsOf } from './wire.ts'

/**
 * Plays the agents that work for the chat of a task: each looks once and reports. They slip in the same way for every
 * model of the chat. Returns null where the chat itself asks.
 */
export function createHelper({ helper, helperSlip }: Task) {
  const asked = new Map<string, number>()

  return ({ messages }: Asked): Emission | null => {
    const prompt = messages.find(({ role }) => role === 'user')
    const words = prompt === undefined ? '' : wordsOf(prompt)
    const at = words.indexOf('HELPER')
    if (helper === undefined || at === -1) return null
    const job = words.slice(at)
    // A notice of the app may follow in the same message.
    const [key = ''] = job.split('\n')
    const before = asked.get(key) ?? 0
    asked.set(key, before + 1)
    if (helperSlip === 'silent') return {}
    if (helperSlip === 'thinks first' && before === 0) {
      return { reasoning: 'I have to think about the note.' }
    }
    const found = messages.findLast(({ role }) => role === 'tool')
    if (found !== undefined) return { text: `I found this: ${wordsOf(found).slice(-60)}` }
    const { tool, args } = helper(job)
    return { calls: [{ name: tool, args: JSON.stringify(args) }] }
  }
}
