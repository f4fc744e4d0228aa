import type { NewDurableEvent } from '#shared/events/event.ts'
import type { Plan, Step } from '#shared/plan/plan.ts'
import { say } from '#shared/sentences.ts'

/** What whoever carries out a step is told: the whole plan, how far it is, and which step is theirs now. */
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
    `Do step ${at} now, and only this one: the others have their turn. Do not repeat what is done. The list of steps is kept for you, so do not call \`plan\` for it. When the step is done and checked, end with a sentence or two on what came of it; if it cannot be done, say what stopped you.`,
  ].join('\n')
  return {
    kind: 'harness.item',
    payload: {
      ...{ kind: 'plan-step', origin: 'system', content },
      ...{ visibility: 'compact', lifetime: 'session', placement: 'in-place' },
      data: { said: [say('plan.step', { at: String(at), all: String(all), title: oneLine(title) })] },
    },
  }
}

function wordOf({ status }: Step): string {
  return status === 'completed' ? '(done) ' : status === 'skipped' ? '(left out) ' : ''
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
