import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLAN_ARGS, parsePlan } from './parse-plan.ts'
import { planWords } from './plan-words.ts'

const read = { goal: 'Mend it', steps: [{ title: 'Look' }, { title: 'Change' }] }

describe('a plan is read', () => {
  it.each([
    ['as it is asked for', '{"goal":"Mend it","steps":["Look","Change"]}'],
    ['with steps that are objects', '{"steps":[{"description":"Look"},{"title":"Change"}]}'],
    ['as a bare list', '["Look", {"task":"Change"}]'],
    ['from a fence', 'Here it is:\n```json\n{"steps":["Look","Change"]}\n```\nShall I?'],
    ['from among other words', 'The plan: {"steps":["Look","Change"],"why":"it broke"} Done.'],
    ['with keys that mean nothing here', '{"steps":[{"title":" Look ","id":1},"Change"],"notes":{}}'],
  ])('%s', (_how, raw) => {
    expect(parsePlan(raw, 'Mend it')).toEqual(read)
  })

  it('with who does a step and what it waits for', () => {
    const steps = [{ title: 'Look', agentId: 'explore', dependsOn: [] }, { title: 'Change' }]
    expect(parsePlan(JSON.stringify({ steps }), 'Mend it').steps).toEqual(steps)
    expect(planWords({ goal: 'Mend it', steps })).toBe('Mend it\n\n1. Look (by explore, at once)\n2. Change')
  })

  it('keeps the goal that was given only where the text names none', () => {
    expect(parsePlan('{"goal":"Other","steps":["Look"]}', 'Mend it').goal).toBe('Other')
    expect(parsePlan('{"goal":" ","steps":["Look"]}', 'Mend it').goal).toBe('Mend it')
  })
})

it.each([
  ['no JSON', 'First look, then change.'],
  ['nothing', ''],
  ['no list', '{"goal":"Mend it"}'],
  ['an empty list', '{"steps":[]}'],
  ['a step without words', '{"steps":["Look",{"title":" "}]}'],
  ['a step that is no words', '{"steps":["Look",7]}'],
  ['steps that wait in a circle', '{"steps":[{"title":"a","dependsOn":[1]},{"title":"b","dependsOn":[0]}]}'],
  ['more steps than anybody follows', JSON.stringify({ steps: Array(51).fill('Look') })],
])('%s is not taken for a plan', (_what, raw) => {
  expect(() => parsePlan(raw, 'Mend it')).toThrow(expect.objectContaining({ code: 'plan.parse' }))
})

describe('for any text', () => {
  it('what is read is a plan a tool would take, or it is refused with a sentence', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((json) => `\`\`\`json\n${json}\n\`\`\``),
    )
    fc.assert(
      fc.property(text, (raw) => {
        try {
          expect(PLAN_ARGS.safeParse(parsePlan(raw, 'Goal')).success).toBe(true)
        } catch (error) {
          expect(error).toMatchObject({ code: 'plan.parse' })
        }
      }),
    )
  })

  it('a plan that is written down is read again as it was', () => {
    const step = fc
      .string({ minLength: 1, maxLength: 40 })
      .filter((each) => each.trim() === each && each !== '')
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 50 }), (steps) => {
        expect(parsePlan(JSON.stringify({ goal: 'Goal', steps }), '')).toEqual({
          goal: 'Goal',
          steps: steps.map((title) => ({ title })),
        })
      }),
    )
  })
})

it('is shown as a goal and a numbered list', () => {
  expect(planWords(read)).toBe('Mend it\n\n1. Look\n2. Change')
})
