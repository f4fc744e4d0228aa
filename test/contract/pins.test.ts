import { expect, it } from 'vitest'
import { ErrorCode } from '#shared/errors.ts'
import { CALL_CHANNEL, EVENT_CHANNEL } from '#shared/ipc/channels.ts'
import { CONTRACT } from '#shared/ipc/contract.ts'

it('has exactly these calls', () => {
  expect(Object.keys(CONTRACT).sort()).toEqual([
    'app.boot',
    'app.health',
    'app.openLink',
    'app.openLogs',
    'app.reportProblem',
    'blob.image',
    'blob.text',
    'directory.complete',
    'directory.describe',
    'directory.list',
    'directory.roots',
    'draft.get',
    'draft.set',
    'grant.list',
    'grant.revoke',
    'interaction.answer',
    'model.detect',
    'model.list',
    'model.remove',
    'model.save',
    'model.setDefault',
    'model.test',
    'project.add',
    'project.list',
    'project.opened',
    'project.pick',
    'project.remove',
    'project.rename',
    'project.trust',
    'queue.add',
    'queue.delete',
    'queue.release',
    'queue.update',
    'run.stop',
    'session.ack',
    'session.attach',
    'session.detach',
    'session.list',
    'session.page',
    'session.send',
    'session.update',
    'settings.set',
    'vault.copy',
    'vault.delete',
    'vault.list',
    'vault.rename',
    'vault.reveal',
    'vault.set',
    'vault.status',
    'window.new',
    'workflow.agent',
    'workflow.check',
    'workflow.export',
    'workflow.fork',
    'workflow.get',
    'workflow.launch',
    'workflow.resume',
    'workflow.retryAgent',
    'workflow.runs',
    'workflow.saved',
    'workflow.skipAgent',
    'workflow.stop',
    'workflow.stopAgent',
  ])
})

it('lets a window propose paths, addresses, secrets and scripts in exactly these calls', () => {
  const names = Object.entries(CONTRACT).filter(([, call]) => call.fromPerson)
  expect(names.map(([name]) => name).sort()).toEqual([
    'app.openLink',
    'directory.complete',
    'directory.describe',
    'directory.list',
    'model.save',
    'model.test',
    'project.add',
    'session.send',
    'vault.set',
    'workflow.check',
    'workflow.fork',
    'workflow.launch',
  ])
})

it('carries secrets in exactly one call inward and one outward', () => {
  expect(Object.keys(CONTRACT).filter((name) => /^vault\.(set|reveal|get|read)/.test(name))).toEqual([
    'vault.set',
    'vault.reveal',
  ])
})

it('has exactly these error codes', () => {
  expect([...ErrorCode.options].sort()).toEqual([
    'cancelled',
    'config.invalid',
    'db.damaged',
    'db.full',
    'db.newer',
    'hook.blocked',
    'hook.failed',
    'ipc.refused',
    'limit.exceeded',
    'llm.auth',
    'llm.context_overflow',
    'llm.not_found',
    'llm.other',
    'llm.rate_limit',
    'llm.stream',
    'llm.timeout',
    'memory.not_found',
    'memory.storage',
    'not_implemented',
    'other',
    'plan.parse',
    'project.already_registered',
    'project.denied',
    'project.loop',
    'project.not_directory',
    'project.not_found',
    'queue.gone',
    'run.abandoned',
    'run.active',
    'run.already_registered',
    'run.illegal_transition',
    'script.failed',
    'script.invalid',
    'session.not_found',
    'tool.denied',
    'tool.failed',
    'tool.not_found',
    'tool.timeout',
    'vault.locked',
    'vault.name_invalid',
    'vault.not_found',
    'vault.unavailable',
    'vault.wrong_passphrase',
  ])
})

it('speaks on exactly two channels', () => {
  expect([CALL_CHANNEL, EVENT_CHANNEL]).toEqual(['orrery:call', 'orrery:event'])
})
