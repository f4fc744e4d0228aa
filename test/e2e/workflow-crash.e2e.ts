import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { createAgentModel } from '../support/models/agent-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'
import { endedAttempts, keptLabels } from '../support/stories/workflow-records.ts'

const AT_ONCE = 8
/** Output tokens of each answer. */
const TOKENS = 5
const SCRIPT = `export const meta = {
  name: 'forty-agents',
  description: 'Four groups side by side; in each, five agents judge what five have seen.',
  phases: [{ title: 'north' }, { title: 'east' }, { title: 'south' }, { title: 'west' }],
}
const tools = ['read']
const five = [1, 2, 3, 4, 5]
return await parallel(['north', 'east', 'south', 'west'].map((phase) => async () => {
  const seen = await parallel(five.map((n) => () =>
    agent('Look at ' + phase + ' ' + n, { label: 'Look at ' + phase + ' ' + n, phase, tools })))
  return await parallel(five.map((n) => () =>
    agent('Judge ' + phase + ' ' + n + ' by ' + seen.join(', '), { label: 'Judge ' + phase + ' ' + n, phase, tools })))
}))
`
/** What stands for an agent in its prompt. */
const labelOf = (prompt: string): string => /^(Look at|Judge) \w+ \d/.exec(prompt)?.[0] ?? prompt
const model = createAgentModel({
  output: TOKENS,
  answer: (prompt) => ({ say: `seen ${prompt.length} of ${labelOf(prompt)}` }),
})
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
story.write('person/my code/潮汐 tide/.orrery/workflows/forty-agents.js', SCRIPT)
let person: Person
let flow: WorkflowPerson

const start = async () => {
  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
}
const launch = async () => {
  model.forget()
  await flow.choose('forty-agents')
  await flow.limit({ atOnce: AT_ONCE })
  await flow.start()
  await flow.is('running')
}

beforeAll(async () => {
  await start()
  await person.addProject(story.project)
  await person.trustFolder()
  await person.goTo('Workflows')
})

it('a run of forty agents asks the model forty times', async () => {
  await launch()
  await flow.is('done')
  expect(model.prompts().map(labelOf).toSorted()).toEqual(
    [...new Set(model.prompts().map(labelOf))].toSorted(),
  )
  expect(model.prompts()).toHaveLength(40)
})

it('killed three times and taken up again, it comes to the same and does nothing finished twice', async () => {
  const whole = endedAttempts(story.home).at(-1)
  const attempts: { readonly asked: readonly string[]; readonly kept: readonly string[] }[] = []
  const kills = [7, 11, 13]
  // However long the kill takes to arrive, no more than these have answered by then.
  model.hold('', kills[0])
  await launch()
  for (const [at, many] of kills.entries()) {
    await model.asked('', many)
    await story.desktop().kill()
    model.letGo('')
    attempts.push({ asked: model.prompts().map(labelOf), kept: keptLabels(story.home) })
    model.forget()
    await start()
    await person.goTo('Workflows')
    await flow.is('interrupted')
    const next = kills[at + 1]
    if (next !== undefined) model.hold('', next)
    await person.button('Resume run').first().click()
  }
  await flow.is('done')
  attempts.push({ asked: model.prompts().map(labelOf), kept: keptLabels(story.home) })

  const last = endedAttempts(story.home).at(-1)
  expect(last).toMatchObject({ state: whole?.state, value: whole?.value })
  expect(attempts.at(-1)?.kept).toHaveLength(40)
  for (const [at, { asked, kept }] of attempts.entries()) {
    const before = attempts[at - 1]?.kept ?? []
    expect(asked).toHaveLength(new Set(asked).size)
    expect(asked.filter((label) => before.includes(label))).toEqual([])
    // What was asked and is not kept was under way when the app was killed.
    expect(asked.filter((label) => !kept.includes(label)).length).toBeLessThanOrEqual(AT_ONCE)
  }
  const underWay = attempts.flatMap(({ asked, kept }) => asked.filter((label) => !kept.includes(label)))
  expect(attempts.flatMap(({ asked }) => asked)).toHaveLength(40 + underWay.length)
  // What an answer had cost that died with the app counts, and nothing else.
  const lost = (last?.spent ?? 0) - (whole?.spent ?? 0)
  expect(lost).toBeGreaterThanOrEqual(0)
  expect(lost).toBeLessThanOrEqual(underWay.length * TOKENS)
})
