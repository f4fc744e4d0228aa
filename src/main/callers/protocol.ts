import { z } from 'zod'
import type { CallName } from '#shared/ipc/contract.ts'

/** The version of the protocol. Both sides refuse another one. */
export const PROTOCOL = 1

/** The first line of the app: the name of the file that proves the user of the caller. */
export const Hello = z.strictObject({
  orrery: z.literal(PROTOCOL),
  challenge: z.string().regex(/^[0-9a-f]{48}$/),
})

/** The first line of the caller: the file is there. */
export const Proof = z.strictObject({ proof: z.literal(true) })

/** The second line of the app: calls may follow. */
export const Ready = z.strictObject({ ready: z.literal(true) })

/** A call. `file` replaces the choice in a file dialog. */
export type CallLine = z.infer<typeof CallLine>
export const CallLine = z.strictObject({
  id: z.number().int().nonnegative(),
  call: z.string().max(100),
  request: z.unknown(),
  file: z.exactOptional(z.string().max(4_096)),
})

/** A line of the app behind the greeting: an answer or a message. */
export const AnswerLine = z.union([
  z.object({ id: z.number().int(), ok: z.literal(true), value: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), error: z.unknown() }),
  z.object({ message: z.unknown() }),
])

/**
 * The calls that a command line may make on an open app. None reveals a secret or approves a request:
 * `interaction.answer` may only deny. The mode and the extra folders of a chat can change only while no run is active in it. MCP servers can
 * be imported and switched, as `orrery mcp` offers. The window confirms every change of plugins.
 */
export const CALLER_CALLS: ReadonlySet<string> = new Set<CallName>([
  'app.boot',
  'app.health',
  'project.list',
  'project.add',
  'folder.add',
  'session.list',
  'session.attach',
  'session.detach',
  'session.ack',
  'session.update',
  'session.send',
  'session.goOn',
  'session.switchAgent',
  'session.export',
  'session.import',
  'run.stop',
  'interaction.answer',
  'inbox.list',
  'agents.list',
  'agent.runs',
  'agent.stop',
  'workflow.saved',
  'workflow.runs',
  'workflow.get',
  'workflow.launch',
  'workflow.stop',
  'plugins.list',
  'plugins.open',
  'plugins.checkUpdate',
  'plugins.review',
  'plugins.install',
  'plugins.discard',
  'plugins.turn',
  'plugins.remove',
  'trigger.list',
  'mcp.list',
  'mcp.import',
  'mcp.remove',
  'mcp.turn',
])
