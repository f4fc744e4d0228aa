import type { NewDurableEvent } from '#shared/events/event.ts'
import type { Plan, Step } from '#shared/plan/plan.ts'
import { needsOf } from '#shared/plan/plan-order.ts'
import { say } from '#shared/sentences.ts'

/** Returns the instructions for a step: the whole plan, its progress and the current step. */
export function stepItem(plan: Plan, { index, title }: Step): NewDurableEvent {
  const [at, all] = [plan.steps.findIndex((step) => step.index === index) + 1, plan.steps.length]
  const lines = plan.steps.map((step, place) => `${place + 1}. ${wordOf(step)}${oneLine(step.title)}`)
  const content = [
    `Step ${at} of ${all}: ${oneLine(title)}`,
    '',
    `The person has accepted this plan, and you carry it out step by step. Its goal: ${oneLine(plan.goal)}`,
    '',
    ...lines,
    '',
    `Do step ${at} now, and only this one: the others have their turn. Do not repeat what is done. The list of steps is kept for you, so do not call \`plan\` for it. When the step is done and checked, end with a sentence or two on what came of it; if it cannot be done, call \`step_failed\` with what stopped you.`,
  ].join('\n')
  return {
    kind: 'harness.item',
    payload: {
      kind: 'plan-step',
      origin: 'system',
      content,
      visibility: 'compact',
      lifetime: 'session',
      placement: 'in-place',
      data: { said: [say('plan.step', { at: String(at), all: String(all), title: oneLine(title) })] },
    },
  }
}

/** Returns the notice to the chat while agents work on its steps. */
export function agentStepsItem(plan: Plan, steps: readonly Step[]): NewDurableEvent {
  const titles = steps.map(({ title }) => oneLine(title)).join('; ')
  return {
    kind: 'harness.item',
    payload: {
      kind: 'plan-step',
      origin: 'system',
      content: `Agents are given steps of the plan “${oneLine(plan.goal)}”, and their results follow: ${titles}`,
      visibility: 'compact',
      lifetime: 'session',
      placement: 'in-place',
      data: { said: [say('plan.agents', { steps: titles })] },
    },
  }
}

/** Characters of a step's result in the task of another. */
const RESULT_CHARS = 6_000

/** The task of an agent that is given a step: it knows nothing of the chat. */
export function stepTask(plan: Plan, step: Step, resultOf: (step: Step) => string): string {
  const needs = needsOf(plan.steps, plan.steps.indexOf(step))
  const before = plan.steps.filter(({ index, status }) => needs.includes(index) && status === 'completed')
  const known = before.flatMap((each) => {
    const words = resultOf(each)
    const cut = words.length > RESULT_CHARS ? `${words.slice(0, RESULT_CHARS)} …` : words
    return words === '' ? [] : ['', `What came of “${oneLine(each.title)}”:`, cut]
  })
  return [
    `You carry out one step of a plan: ${step.title}`,
    '',
    `The goal of the plan: ${oneLine(plan.goal)}`,
    'All its steps, so that you know what is not yours:',
    ...plan.steps.map(({ title, ...each }, at) => `${at + 1}. ${wordOf(each)}${oneLine(title)}`),
    ...known,
    '',
    'Do your step, and only this one. When it is done and checked, end with what came of it. If it cannot be done, call `step_failed` with what stopped you.',
  ].join('\n')
}

function wordOf({ status }: Pick<Step, 'status'>): string {
  return status === 'completed' ? '(done) ' : status === 'skipped' ? '(left out) ' : ''
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
