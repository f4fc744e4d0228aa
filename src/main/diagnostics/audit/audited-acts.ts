import type { AuditEntry, AuditedCall } from '#shared/audit/audit.ts'
import type { Handlers } from '#shared/ipc/contract.ts'

/** The subject of a call. Null: the call is no act of the audit trail. */
export type Act = Partial<Pick<AuditEntry, 'about' | 'projectId' | 'sessionId'>> | null

type Acts = {
  readonly [Name in AuditedCall]: (
    request: Parameters<Handlers[Name]>[0],
    answer: Awaited<ReturnType<Handlers[Name]>>,
  ) => Act
}

const onOff = (on: boolean): string => (on ? 'on' : 'off')

/** The settings that change what agents may do. */
const RIGHTS = ['permissionMode', 'sandbox', 'askForReadOnly', 'keepRunning'] as const

/** The subjects of audited calls. None of them has a secret or the text of a message in it. */
export const ACTS: Acts = {
  'project.trust': ({ projectId, trusted }) => ({ projectId, about: onOff(trusted) }),
  'mcp.trust': (request) => ({ about: request.key }),
  'problems.turnServer': ({ projectId, id, digest }) => ({
    projectId,
    about: `${id}: ${onOff(digest !== null)}`,
  }),
  'mcp.markReadOnly': (request) => ({ about: request.key }),
  'mcp.allowApps': ({ key, digest }) => ({ about: `${key}: ${onOff(digest !== null)}` }),
  'mcp.allowSkills': ({ key, seen }) => ({ about: `${key}: ${onOff(seen !== null)}` }),
  'team.setMode': ({ name, mode }) => ({ about: `${name}: ${mode}` }),
  'grant.revoke': ({ grantId }) => ({ about: grantId }),
  'grant.restore': ({ grantId }) => ({ about: grantId }),
  'interaction.answer': ({ sessionId, outcome, remember }) =>
    remember.scope === 'once' ? null : { sessionId, about: `${outcome}, ${remember.scope}` },
  'session.update': ({ sessionId, changes: { permissionMode } }) =>
    permissionMode === undefined ? null : { sessionId, about: permissionMode },
  'folder.add': ({ sessionId }, path) => ({ sessionId, about: path }),
  'folder.remove': ({ sessionId, path }) => ({ sessionId, about: path }),
  'settings.set': (changes) => {
    const told = RIGHTS.filter((name) => changes[name] !== undefined)
    if (told.length === 0) return null
    return { about: told.map((name) => `${name} = ${String(changes[name])}`).join(', ') }
  },
  'settings.passVariables': ({ projectId, names }) => ({ projectId, about: names.join(', ') }),
  'vault.set': (given) => (given.kind === 'secret' ? { about: given.name } : {}),
  'vault.reveal': ({ name }, secret) => (secret === null ? null : { about: name }),
  'vault.copy': ({ name }) => ({ about: name }),
  'vault.rename': ({ name, to }) => ({ about: `${name} → ${to}` }),
  'vault.allow': ({ name, by, allowed }) => ({ about: `${name}: ${by} ${onOff(allowed)}` }),
  'vault.delete': ({ name }) => ({ about: name }),
  'model.save': ({ config: { provider, id } }) => ({ about: `${provider}/${id}` }),
  'model.remove': ({ ref }) => ({ about: ref }),
  'model.setDefault': ({ ref }) => ({ about: ref }),
  'model.setRole': ({ role, ref }) => ({ about: `${role}: ${ref ?? 'none'}` }),
  'usage.setLimits': ({ projectId, ...limits }) => ({
    ...(projectId === undefined ? {} : { projectId }),
    about: Object.entries(limits)
      .map(([name, value]) => `${name} = ${value ?? 'none'}`)
      .join(', '),
  }),
  'web.save': () => ({}),
  'statusLine.set': ({ command }) => ({ about: command === null ? 'off' : 'on' }),
  'mcp.add': ({ name }) => ({ about: name }),
  'mcp.edit': ({ key }) => ({ about: key }),
  'mcp.import': () => ({}),
  'mcp.installBundle': () => ({}),
  'mcp.remove': ({ key }) => ({ about: key }),
  'mcp.turn': ({ key, on }) => ({ about: `${key}: ${onOff(on)}` }),
  'plugins.install': () => ({}),
  'plugins.turn': ({ name, on }) => ({ about: `${name}: ${onOff(on)}` }),
  'plugins.remove': ({ name }) => ({ about: name }),
  'hooks.create': ({ name }) => ({ about: name }),
  'hooks.turn': ({ key, on }) => ({ about: `${key ?? 'all'}: ${onOff(on)}` }),
  'session.import': ({ projectId }, taken) =>
    taken === null ? null : { projectId, sessionId: taken.sessionId },
  'session.export': ({ sessionId, format, redact }, done) =>
    done === null ? null : { sessionId, about: redact ? format : `${format}, with secrets` },
  'session.exportMany': ({ sessionIds, format, redact }, done) =>
    done === null ? null : { about: `${sessionIds.length} × ${redact ? format : `${format}, with secrets`}` },
  'memory.export': (_request, done) => (done === null ? null : {}),
  'knowledge.export': (_request, done) => (done === null ? null : {}),
  'memory.import': (_request, done) => (done === null ? null : {}),
  'home.backUp': (_request, done) => (done === null ? null : { about: done.folder }),
  'job.open': ({ sessionId, jobId }) => ({ sessionId, about: jobId }),
  'home.restore': (_request, begun) => (begun ? {} : null),
  'home.exportAll': ({ format }, done) =>
    done === null ? null : { about: `${done.count} × ${format}, ${done.folder}` },
  'report.save': (_request, saved) => (saved === null ? null : { about: saved.fileName }),
  'home.removeLeftover': (_request, gone) => (gone ? {} : null),
  'session.delete': ({ sessionId }) => ({ sessionId }),
  'session.emptyBin': (_request, count) => ({ about: String(count) }),
  'pulls.create': ({ title }) => ({ about: title }),
  'pulls.merge': ({ number, method }) => ({ about: `#${number}, ${method}` }),
  'issue.create': ({ projectId, issue }, { kind }) =>
    kind === 'none' ? null : { projectId, about: issue.title },
  'share.create': ({ sessionId, host, isPublic }) => ({
    sessionId,
    about: isPublic ? `${host}, public` : host,
  }),
  'share.remove': ({ url }) => ({ about: url }),
  'review.comment': ({ number, findings }) => ({ about: `#${number}, ${findings.length}` }),
  'run.stop': ({ sessionId }) => ({ sessionId }),
  'agent.stop': (request) => ({ about: Object.values(request).join(' ') }),
  'workflow.stop': ({ workflowRunId }) => ({ about: workflowRunId }),
  'trigger.create': ({ draft }, made) =>
    made === null ? null : { projectId: draft.projectId, about: `${draft.name}, ${draft.permissionMode}` },
  'trigger.update': ({ draft }, made) =>
    made === null ? null : { projectId: draft.projectId, about: `${draft.name}, ${draft.permissionMode}` },
  'trigger.enable': ({ enabled }, { name, projectId }) => ({
    projectId,
    about: `${name}: ${onOff(enabled)}`,
  }),
  'trigger.delete': ({ triggerId }) => ({ about: triggerId }),
  'trigger.newSecret': ({ triggerId }) => ({ about: triggerId }),
  'pulls.autofix': ({ projectId }) => ({ projectId }),
  'model.signIn': ({ provider }) => ({ about: provider }),
  'model.signOut': ({ provider }) => ({ about: provider }),
  'mcp.signIn': ({ key, projectId }) => ({ projectId, about: key }),
  'mcp.signOut': ({ key, projectId }) => ({ projectId, about: key }),
  'mcp.setClient': ({ key, projectId }) => ({ projectId, about: key }),
  'model.add': ({ ref }) => ({ about: ref }),
  'memory.setEmbedding': ({ choice }) => ({
    about: choice === null ? 'off' : `${choice.provider}/${choice.model}`,
  }),
  'agents.create': ({ projectId, agentId }) => ({ projectId, about: agentId }),
  'agents.save': ({ projectId, agentId }) => ({ projectId, about: agentId }),
  'agents.delete': ({ projectId, agentId }) => ({ projectId, about: agentId }),
  'agents.restore': ({ projectId, agentId }) => ({ projectId, about: agentId }),
  'skills.create': ({ name }) => ({ about: name }),
  'skills.turn': ({ name, on }) => ({ about: `${name}: ${onOff(on)}` }),
  'workflow.save': ({ projectId, source }) => ({ projectId, about: source }),
  'project.remove': ({ projectId }) => ({ projectId }),
  'knowledge.import': ({ path }) => ({ about: path }),
  'usage.export': (_request, saved) => (saved === null ? null : { about: saved.fileName }),
  'workflow.export': ({ workflowRunId }) => ({ about: workflowRunId }),
  'context.saveRequest': ({ sessionId }, saved) =>
    saved === null ? null : { sessionId, about: saved.fileName },
  'mcp.saveRecording': ({ key }, saved) => (saved === null ? null : { about: key }),
  'app.perfReport': (_request, file) => ({ about: file }),
  'changes.sync': ({ act }) => (act === 'push' ? {} : null),
  'worktree.merge': ({ worktreeId }) => ({ about: worktreeId }),
  'worktree.apply': ({ worktreeId }) => ({ about: worktreeId }),
  'worktree.remove': ({ worktreeId }) => ({ about: worktreeId }),
  'attempts.apply': ({ setId, way }) => ({ sessionId: setId, about: way }),
  'attempts.remove': ({ setId }) => ({ sessionId: setId }),
  'attempts.stop': ({ setId, letter }) => ({ sessionId: setId, about: letter ?? '' }),
  'job.stop': ({ sessionId, jobId }) => ({ sessionId, about: jobId }),
  'process.stop': ({ processId }) => ({ about: processId }),
  'workflow.stopAgent': ({ workflowRunId, agentId }) => ({ about: `${workflowRunId} ${agentId}` }),
  'team.shutdown': ({ name }) => ({ about: name }),
  'team.delete': ({ teamId }) => ({ about: teamId }),
  'trigger.restore': ({ triggerId }) => ({ about: triggerId }),
}
