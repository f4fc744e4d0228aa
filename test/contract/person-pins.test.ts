import { expect, it } from 'vitest'
import { CONTRACT } from '#shared/ipc/contract.ts'

it('lets a window propose paths, addresses, secrets and scripts in exactly these calls', () => {
  const names = Object.entries(CONTRACT).filter(([, call]) => call.fromPerson)
  expect(names.map(([name]) => name).sort()).toEqual([
    'agents.check',
    'agents.create',
    'agents.draft',
    'agents.save',
    'app.openLink',
    'attempts.add',
    'attempts.start',
    'directory.complete',
    'directory.describe',
    'directory.list',
    'file.save',
    'folder.add',
    'folder.check',
    'gitQuestion.answer',
    'hooks.create',
    'knowledge.import',
    'mcp.add',
    'mcp.edit',
    'mcp.import',
    'mcp.installBundle',
    'mcp.readResource',
    'mcp.setClient',
    'mcp.signIn',
    'mcp.try',
    'model.save',
    'model.signIn',
    'model.test',
    'plugins.open',
    'project.add',
    'project.files',
    'project.folders',
    'project.locate',
    'project.readFolder',
    'session.send',
    'skills.create',
    'statusLine.draft',
    'statusLine.set',
    'terminal.chooseShell',
    'terminal.write',
    'trigger.create',
    'trigger.rehearse',
    'trigger.update',
    'vault.set',
    'web.save',
    'workflow.check',
    'workflow.draft',
    'workflow.fork',
    'workflow.launch',
    'workflow.pasted',
    'workflow.save',
  ])
})

it('carries secrets in exactly one call inward and one outward', () => {
  expect(Object.keys(CONTRACT).filter((name) => /^vault\.(set|reveal|get|read)/.test(name))).toEqual([
    'vault.set',
    'vault.reveal',
  ])
})
