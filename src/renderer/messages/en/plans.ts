import type { Catalogue } from '../message.ts'

/** Plans: their steps, who does them, and what they wait for. */
export const plans = {
  'chat.planQuestion': 'A plan to approve',
  'chat.plan': 'Plan',
  'chat.plan.accept': 'Accept and carry out',
  'chat.plan.edit': 'Edit',
  'chat.plan.edited': 'Done editing',
  'chat.plan.goal': 'Goal',
  'chat.plan.step': 'Step {at}',
  'chat.plan.up': 'Move step {at} up',
  'chat.plan.down': 'Move step {at} down',
  'chat.plan.remove': 'Take out step {at}',
  'chat.plan.add': 'Add a step',
  'chat.plan.reason': 'What should be different',
  'chat.plan.refuse': 'Send back',
  'chat.plan.goOn': 'Go on with the plan',
  'chat.plan.change': 'Change the plan',
  'chat.plan.changeHint': 'What is done stays as it is. The rest is carried out when the plan goes on.',
  'chat.plan.changeAtWork':
    'What has begun stays as it is. The rest is carried out as it stands here, at once.',
  'chat.plan.changedElsewhere': 'The plan is another one by now: it was changed elsewhere, or has ended.',
  'chat.plan.lookAgain': 'Begin again with the plan as it is',
  'chat.plan.keep': 'Keep the changes',
  'chat.plan.by': 'by {agent}',
  'chat.plan.atOnce': 'can begin at once',
  'chat.plan.after': 'after {after}',
  'chat.plan.doer': 'Who does step {at}',
  'chat.plan.inChat': 'in this chat',
  'chat.plan.gone': 'not there',
  'chat.plan.waits': 'Step {at}: {what}',
  'chat.plan.afterAll': 'after all before it',
  'chat.plan.circle':
    'Steps wait for each other in a circle, so none of them could begin. Change what one of them waits for.',
  'chat.plan.unknown': 'There is no agent named {agents}. Give the step to another, or do it in this chat.',
  'chat.plan.none': 'An agent that works in several steps lists them here.',
  'chat.plan.skipped': 'skipped',
} as const satisfies Catalogue
