import { type Move, scriptOf, written } from './emission.ts'
import type { Lab } from './lab.ts'
import { longestRepetition } from './score.ts'
import { edit, grep, read } from './task.ts'

const FILES = { 'a.txt': 'one\n', 'b.txt': 'two\n' }

/** Models that hear nothing: each makes the same calls for ever. */
const STUBBORN: readonly (readonly [name: string, calls: readonly Move[]])[] = [
  ['the same look', [read('a.txt')]],
  ['the same edit, which fails', [edit('a.txt', 'missing', 'there')]],
  ['two looks in turn', [read('a.txt'), grep('two')]],
]

/** Above this many requests a run counts as endless. */
const ENOUGH = 60

export type StubbornRun = {
  readonly name: string
  readonly repetition: number
  readonly requests: number
  readonly status: string
}

/** Runs each stubborn model until the app ends its run, and counts how often a call was carried out in a row. */
export async function runStubborn(lab: Lab): Promise<StubbornRun[]> {
  const runs: StubbornRun[] = []
  for (const [name, calls] of STUBBORN) {
    let requests = 0
    const nextId = () => `call_${requests}`
    const chat = await lab.chat({
      project: await lab.project(FILES),
      // Who is asked because of it wants nothing more.
      person: () => ({ outcome: 'denied' }),
      respond: (request) => {
        requests += 1
        const move = calls[requests % calls.length]
        const { tools = [] } = request.body as { tools?: readonly unknown[] }
        if (requests > ENOUGH || tools.length === 0 || move === undefined)
          return scriptOf({ text: 'I stop here.' }, nextId)
        return scriptOf({ calls: [written(move)] }, nextId)
      },
    })
    const status = await chat.say('Do it.')
    runs.push({ name, requests, status, repetition: longestRepetition(await chat.messages()) })
    await chat.close()
  }
  return runs
}
