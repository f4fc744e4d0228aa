import type { AppEvent } from '#shared/events/delivery.ts'
import type { EventKind } from '#shared/events/event.ts'
import type { QueryName } from './query-names.ts'

/** The kinds of all events that a window receives. */
export type ReceivedKind = AppEvent['kind'] | EventKind

/** No query reads what the event changes, or a store mirrors it. */
const NOTHING: readonly QueryName[] = []

const DEFINITIONS: readonly QueryName[] = [
  'agents.list',
  'agents.get',
  'commands.files',
  'skills.list',
  'styles.list',
  'model.ofNewChat',
]

/** The queries that are stale after an event. Add a row for each new kind of event. */
export const STALE_AFTER: { readonly [K in ReceivedKind]: readonly QueryName[] } = {
  // Outside chats.
  'project.changed': ['access.list'],
  'session.listed': ['session.bin'],
  'workflow.listed': ['review.state'],
  'agent.runs': NOTHING,
  'config.changed': [
    'settings.inForce',
    'context.policy',
    'context.chatPolicy',
    'context.longChats',
    'statusLine.settings',
    'agents.list',
    'agents.get',
    'skills.list',
  ],
  'models.changed': ['model.named', 'model.ofNewChat', 'model.offered'],
  'memory.changed': [
    'memory.facets',
    'memory.get',
    'memory.list',
    'memory.meant',
    'memory.pairs',
    'memory.proposals',
    'memory.search',
  ],
  'memory.embedding': ['memory.embedding'],
  'home.changed': ['home.work', 'home.leftovers'],
  'home.gotOn': ['home.work'],
  'knowledge.changed': [
    'knowledge.facets',
    'knowledge.get',
    'knowledge.list',
    'knowledge.meant',
    'knowledge.search',
    'knowledge.work',
  ],
  'knowledge.work': ['knowledge.work'],
  'mcp.changed': [
    'access.list',
    'mcp.details',
    'mcp.list',
    'mcp.message',
    'mcp.messages',
    'mcp.offers',
    'mcp.skills',
    'mcp.trial',
  ],
  'mcp.messages': ['mcp.messages'],
  'mcp.resource': NOTHING,
  'vault.changed': ['access.list', 'vault.list'],
  'terminals.changed': ['access.list'],
  'grants.changed': NOTHING,
  'attempts.changed': ['attempts.list', 'attempts.view'],
  'worktrees.changed': [
    'attempts.view',
    'worktree.list',
    'worktree.places',
    'changes.list',
    'changes.distance',
  ],
  'pulls.changed': ['pulls.watches'],
  'gitQuestions.changed': ['gitQuestion.list'],
  'triggers.changed': ['access.list', 'trigger.history', 'trigger.list', 'trigger.recent'],
  'team.changed': NOTHING,
  'checkpoints.changed': [
    'file.folders',
    'changes.blame',
    'changes.decisions',
    'changes.distance',
    'changes.list',
    'changes.log',
    'changes.stashes',
    'attempts.view',
    'checkpoint.files',
    'worktree.list',
  ],
  'problems.changed': ['access.list', 'problems.checks', 'problems.list'],
  'inbox.changed': NOTHING,
  'settings.changed': ['settings.inForce'],
  'agents.changed': DEFINITIONS,
  'skills.changed': DEFINITIONS,
  'hooks.changed': ['access.list', 'hooks.list'],
  'plugins.changed': ['access.list', 'plugins.list'],
  'path.dropped': NOTHING,
  'menu.action': NOTHING,
  'open.project': NOTHING,
  'open.session': NOTHING,
  'open.workflowRun': NOTHING,
  'open.triggers': NOTHING,
  notice: NOTHING,
  // In a chat. The session store folds these events, so few queries depend on them.
  'session.created': NOTHING,
  'session.meta': ['folder.list', 'settings.inForce'],
  'instructions.snapshot': NOTHING,
  'context.status': NOTHING,
  message: NOTHING,
  'harness.item': NOTHING,
  compact: NOTHING,
  'exchange.snipped': ['exchange.listSnipped'],
  'exchange.restored': ['exchange.listSnipped'],
  'leaf.moved': NOTHING,
  'restore.begun': NOTHING,
  'restore.ended': NOTHING,
  'run.status': ['settings.inForce'],
  'turn.ended': NOTHING,
  'interaction.requested': NOTHING,
  'interaction.resolved': NOTHING,
  'plan.created': NOTHING,
  'plan.changed': NOTHING,
  'plan.step': NOTHING,
  'queue.changed': NOTHING,
  'note.changed': ['memory.noteHistory'],
  'side.answered': NOTHING,
  'job.changed': NOTHING,
  'ext.data': NOTHING,
  audit: NOTHING,
  'turn.started': NOTHING,
  'message.start': NOTHING,
  'message.delta': NOTHING,
  'message.discarded': NOTHING,
  'tool.started': NOTHING,
  'tool.progress': NOTHING,
  'tool.ended': NOTHING,
  'request.retry': NOTHING,
  'model.loading': NOTHING,
  'context.trace': NOTHING,
  'workflow.started': NOTHING,
  'workflow.phase': NOTHING,
  'workflow.agent': NOTHING,
  'workflow.log': NOTHING,
  'workflow.ended': NOTHING,
  'attempts.started': NOTHING,
  'attempts.added': NOTHING,
  'attempts.checked': NOTHING,
  'attempts.picked': NOTHING,
  'attempts.applied': NOTHING,
  'attempts.removed': NOTHING,
  'attempts.limited': NOTHING,
}

/** Fields that name the place of an event or a request. */
const PLACES = ['projectId', 'sessionId'] as const

/** Whether both name a project or a chat and it is not the same one. An absent or null id means everywhere. */
export function isElsewhere(event: object, request: object): boolean {
  return PLACES.some((field) => {
    const [left, right] = [idIn(event, field), idIn(request, field)]
    return left !== null && right !== null && left !== right
  })
}

function idIn(holder: object, field: (typeof PLACES)[number]): string | null {
  const id: unknown = Reflect.get(holder, field)
  return typeof id === 'string' ? id : null
}
