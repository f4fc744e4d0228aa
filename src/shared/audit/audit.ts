import type { ProjectId, SessionId } from '../ids.ts'

/** The groups by which the audit trail is filtered. */
export const AUDIT_GROUPS = ['trust', 'permissions', 'secrets', 'settings', 'files', 'runs'] as const
export type AuditGroup = (typeof AUDIT_GROUPS)[number]

/** The calls of the audit trail: acts that change what agents may do, and acts that move or end something. */
export const AUDITED = {
  'project.trust': 'trust',
  'mcp.trust': 'trust',
  'problems.turnServer': 'trust',
  'grant.revoke': 'permissions',
  'grant.restore': 'permissions',
  'interaction.answer': 'permissions',
  'session.update': 'permissions',
  'folder.add': 'permissions',
  'folder.remove': 'permissions',
  'settings.set': 'permissions',
  'settings.passVariables': 'permissions',
  'mcp.markReadOnly': 'permissions',
  'mcp.allowApps': 'permissions',
  'mcp.allowSkills': 'permissions',
  'team.setMode': 'permissions',
  'pulls.autofix': 'permissions',
  'vault.set': 'secrets',
  'vault.reveal': 'secrets',
  'vault.copy': 'secrets',
  'vault.rename': 'secrets',
  'vault.allow': 'secrets',
  'vault.delete': 'secrets',
  'model.signIn': 'secrets',
  'model.signOut': 'secrets',
  'mcp.signIn': 'secrets',
  'mcp.signOut': 'secrets',
  'mcp.setClient': 'secrets',
  'model.save': 'settings',
  'model.remove': 'settings',
  'model.setDefault': 'settings',
  'model.setRole': 'settings',
  'usage.setLimits': 'settings',
  'web.save': 'settings',
  'statusLine.set': 'settings',
  'mcp.add': 'settings',
  'mcp.edit': 'settings',
  'mcp.import': 'settings',
  'mcp.installBundle': 'settings',
  'mcp.remove': 'settings',
  'mcp.turn': 'settings',
  'plugins.install': 'settings',
  'plugins.turn': 'settings',
  'plugins.remove': 'settings',
  'hooks.create': 'settings',
  'hooks.turn': 'settings',
  'model.add': 'settings',
  'memory.setEmbedding': 'settings',
  'agents.create': 'settings',
  'agents.save': 'settings',
  'agents.delete': 'settings',
  'agents.restore': 'settings',
  'skills.create': 'settings',
  'skills.turn': 'settings',
  'workflow.save': 'settings',
  'session.import': 'files',
  'session.export': 'files',
  'session.exportMany': 'files',
  'memory.import': 'files',
  'memory.export': 'files',
  'knowledge.export': 'files',
  'home.backUp': 'files',
  'job.open': 'permissions',
  'home.restore': 'files',
  'home.exportAll': 'files',
  'home.removeLeftover': 'files',
  'report.save': 'files',
  'session.delete': 'files',
  'session.emptyBin': 'files',
  'pulls.create': 'files',
  'pulls.merge': 'files',
  'issue.create': 'files',
  'share.create': 'files',
  'share.remove': 'files',
  'review.comment': 'files',
  'project.remove': 'files',
  'knowledge.import': 'files',
  'usage.export': 'files',
  'workflow.export': 'files',
  'context.saveRequest': 'files',
  'mcp.saveRecording': 'files',
  'app.perfReport': 'files',
  'changes.sync': 'files',
  'worktree.merge': 'files',
  'worktree.apply': 'files',
  'worktree.remove': 'files',
  'attempts.apply': 'files',
  'attempts.remove': 'files',
  'run.stop': 'runs',
  'agent.stop': 'runs',
  'workflow.stop': 'runs',
  'trigger.create': 'runs',
  'trigger.update': 'runs',
  'trigger.enable': 'runs',
  'trigger.delete': 'runs',
  'trigger.newSecret': 'runs',
  'attempts.stop': 'runs',
  'job.stop': 'runs',
  'process.stop': 'runs',
  'workflow.stopAgent': 'runs',
  'team.shutdown': 'runs',
  'team.delete': 'runs',
  'trigger.restore': 'runs',
} as const satisfies Readonly<Record<string, AuditGroup>>
export type AuditedCall = keyof typeof AUDITED

/** One act of the audit trail. It holds names and choices, never a secret or a message. */
export type AuditEntry = {
  readonly id: number
  readonly at: number
  readonly call: AuditedCall
  readonly by: 'window' | 'commandLine'
  /** The subject in a few words, such as the name of a secret. Empty for none. */
  readonly about: string
  readonly projectId: ProjectId | null
  readonly sessionId: SessionId | null
}

type Dashed<Call> = Call extends `${infer Area}.${infer Act}` ? `${Area}-${Act}` : never

/** Returns the name under which the text of an act is found. */
export const actName = (call: AuditedCall): Dashed<AuditedCall> =>
  call.replace('.', '-') as Dashed<AuditedCall>
