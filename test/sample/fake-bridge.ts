import { USUAL_CHOICES } from '#shared/config/usual-choices.ts'
import type { ChatPolicy } from '#shared/context/chat-policy.ts'
import type { LongChats } from '#shared/context/long-chats.ts'
import type { RequestWhen } from '#shared/context/report.ts'
import { AppError } from '#shared/errors.ts'
import type { AppEvent, WindowMessage } from '#shared/events/delivery.ts'
import type { Boot, Settings } from '#shared/ipc/boot.ts'
import type { Bridge } from '#shared/ipc/bridge.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { requestSchemaOf } from '#shared/ipc/contract.ts'
import { type MemoryChanges, type MemoryInForce, RECALL_DEFAULTS } from '#shared/memory/recall-settings.ts'
import type { Project } from '#shared/project/project.ts'
import { say } from '#shared/sentences.ts'
import { inboxHandlers } from './inbox-handlers.ts'
import { modelHandlers } from './model-handlers.ts'
import { quietHandlers } from './quiet-handlers.ts'
import {
  earlierSessions,
  HEALTH,
  MODELS,
  OPEN_SESSION,
  PRACTICE_ONLY,
  projectId,
  sampleGrants,
  sampleProjects,
  sampleSessions,
} from './sample-app.ts'
import { sampleCacheLedger } from './sample-cache.ts'
import { sampleChildren, sampleChildSession } from './sample-children.ts'
import { fileHandlers } from './sample-files.ts'
import { createSampleFolders } from './sample-folders.ts'
import { sampleInstructions } from './sample-instructions.ts'
import { CHAT_POLICY, samplePolicy } from './sample-policy.ts'
import { sampleRequest } from './sample-request.ts'
import { sampleSession } from './sample-session.ts'
import { sampleCrew, samplePast, sampleTeam } from './sample-team.ts'
import { vaultHandlers, vaultOf } from './vault-handlers.ts'
import type { Wish } from './wish.ts'
import { workflowHandlers } from './workflow-handlers.ts'

/** Main, played by sample data. It checks requests with the real schemas. */
export function createFakeBridge(wish: Wish): Bridge {
  const listeners = new Set<(message: WindowMessage) => void>()
  const send = (message: WindowMessage) => {
    for (const listener of listeners) listener(message)
  }
  const tell = (event: AppEvent) => send({ t: 'app', event })
  const handlers = handlersOf(wish, tell, send)
  return {
    async call(name, request) {
      const parsed = requestSchemaOf(name)?.safeParse(request)
      if (!parsed?.success)
        return refused(AppError.quoting('ipc.refused', `${name}: ${parsed?.error.message}`))
      const handler = (handlers as Record<string, ((request: unknown) => unknown) | undefined>)[name]
      if (handler === undefined) {
        // The looks fail with it: a screen of failures is no picture of the app.
        // biome-ignore lint/suspicious/noConsole: what the tests read
        console.error(`${name} is not in the sample.`)
        return refused(AppError.quoting('not_implemented', `${name} is not in the sample.`))
      }
      if (wish('fail') === name)
        return refused(AppError.quoting('other', 'The database is busy. Try again in a moment.'))
      if (wish('wait') === name) return new Promise(() => undefined)
      try {
        return { ok: true, value: await handler(parsed.data) }
      } catch (error) {
        return refused(error instanceof AppError ? error : AppError.quoting('other', String(error)))
      }
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function refused(error: AppError) {
  return { ok: false, error: error.toData() } as const
}

function handlersOf(wish: Wish, tell: (event: AppEvent) => void, send: (message: WindowMessage) => void) {
  const now = Date.now()
  const fresh = wish('projects') === 'none'
  const sessions = sampleSessions(now)
  const session = sampleSession(now)
  const workflows = workflowHandlers(wish, tell, send, session)
  let settings: Settings = settingsOf(wish)
  let chatPolicy = CHAT_POLICY
  let longChats: LongChats = { auto: true, at: 0.8, window: null, turns: null }
  let recall: MemoryInForce = {
    values: RECALL_DEFAULTS,
    propose: false,
    from: { recall: 'builtin', minScore: 'user', maxBudgetFraction: 'project' },
  }
  let projects: readonly Project[] = fresh ? [] : sampleProjects(now)
  const boot = (): Boot => ({
    version: '0.1.0',
    electron: '33.2.1',
    platform: 'linux',
    systemLocale: 'en-GB',
    home: '/home/lin',
    settings,
    projects,
    models: fresh ? PRACTICE_ONLY : MODELS,
    vault: vaultOf(wish),
    openProject: null,
    openWorkflowRun: null,
    lastChat:
      fresh || wish('session') === 'none' || wish('session') === 'undrawn'
        ? null
        : { id: OPEN_SESSION, meta: null, draft: '' },
    undrawnChat:
      wish('session') === 'undrawn'
        ? { id: OPEN_SESSION, projectId: null, title: 'Sum the invoices of the harbour' }
        : null,
    oldElectron: wish('electron') === 'old' ? '33.2.1' : null,
    configProblem:
      wish('config') === 'broken'
        ? AppError.saying(
            'config.invalid',
            say('setting.syntax', { file: 'config.toml', line: '14', what: 'Unknown key model.temprature.' }),
          ).toData()
        : null,
  })
  const change = (id: Project['id'], changes: Partial<Project>) => {
    projects = projects.map((project) => (project.id === id ? { ...project, ...changes } : project))
    return projects.find((project) => project.id === id) ?? missing()
  }
  return {
    'app.boot': boot,
    'app.tray': () => ({ hasTray: true }),
    'app.health': () => HEALTH,
    'keys.changes': () => ({}),
    'statusLine.settings': () => null,
    'statusLine.draft': () => ({
      draft: {
        command:
          'input=$(cat)\nmodel=$(printf %s "$input" | sed -n \'s/.*"display_name":"\\([^"]*\\)".*/\\1/p\')\nprintf \'%s\\n\' "$model"',
      },
      model: 'Claude Sonnet 4.5',
      usd: 0.01,
    }),
    'statusLine.stopDraft': () => null,
    'app.openLogs': () => null,
    'plugins.list': () => ({ plugins: [], problem: null }),
    'plugins.open': () => ({ kind: 'choice', source: '/tides', offers: [] }),
    'plugins.choose': () => null,
    'plugins.cancel': () => null,
    'plugins.checkUpdate': () => null,
    'plugins.review': () => null,
    'plugins.install': () => null,
    'plugins.discard': () => null,
    'plugins.turn': () => null,
    'plugins.remove': () => null,
    'styles.list': () => ({ styles: [], problems: [], chosen: null }),
    'styles.choose': () => null,
    'skills.create': () => '/home/lin/.orrery/skills/new/SKILL.md',
    'hooks.create': () => '/home/lin/.orrery/hooks/new.toml',
    'app.dismissOldElectron': () => null,
    'app.openConfig': () => ({ atLine: false }),
    'app.openFolder': () => null,
    'app.reportProblem': ({ message }: { message: string }) => {
      throw new Error(message)
    },
    'settings.passVariables': () => settings,
    'settings.set': (changes: Partial<Settings>) => {
      settings = { ...settings, ...changes }
      tell({ kind: 'settings.changed', settings })
      return settings
    },
    ...folderHandlers(now),
    'mcp.prompts': () => [],
    'mcp.skills': () => [],
    'commands.files': () => ({ commands: [], problems: [] }),
    'mcp.completeArgument': () => [],
    'project.files': () => ['src/app.ts', 'README.md'],
    'project.folders': () => ['src/'],
    'project.list': () => projects,
    'project.opened': ({ projectId: id }: { projectId: Project['id'] }) => change(id, {}),
    'project.trust': (to: { projectId: Project['id']; trusted: boolean }) =>
      change(to.projectId, { trusted: to.trusted }),
    'project.pick': () => null,
    'project.add': ({ path }: { path: string }) => {
      const project = sampleProjects(now)[1] ?? missing()
      const name = path.split('/').at(-1) ?? path
      const added = { ...project, id: projectId('added'), path, name }
      projects = [added, ...projects]
      tell({ kind: 'project.changed', projectId: added.id, op: 'added' })
      return added
    },
    'session.markRead': () => null,
    'session.exportMany': () => ({ folder: 'Exports', count: 2, failed: 0, secrets: 0 }),
    'session.list': ({ projectId: id, limit }: { projectId: string; limit: number }) => {
      const rows = sessions[id] ?? []
      if (rows.length !== 5) return { sessions: rows, total: rows.length }
      return { sessions: [...rows, ...earlierSessions(now)].slice(0, limit), total: 19 }
    },
    ...workflows.handlers,
    'session.attach': ({ sessionId }: { sessionId: string }) =>
      sampleChildSession(now, sessionId) ?? workflows.attach(sessionId) ?? session,
    'context.report': ({ when }: { when: RequestWhen }) =>
      wish('request') === 'none' && when === 'last' ? null : sampleRequest(session, when),
    'session.pace': () => ({
      requests: 12,
      firstMs: 820,
      tokensPerSecond: 62,
      turnMs: 6_400,
      tools: [{ name: 'bash', calls: 3, medianMs: 4_100 }],
    }),
    'context.cache': () => sampleCacheLedger(now, wish('cache') === 'none'),
    'context.policy': () => (wish('policy') === 'none' ? null : samplePolicy()),
    'instructions.view': () => sampleInstructions(now, wish('rules') !== 'same'),
    'note.set': () => null,
    'context.chatPolicy': () => chatPolicy,
    'context.setChatPolicy': (policy: ChatPolicy) => {
      chatPolicy = policy
      return chatPolicy
    },
    'context.longChats': () => longChats,
    'context.setLongChats': (chats: LongChats) => {
      longChats = chats
      return longChats
    },
    'memory.proposals': () => ({ proposals: [], looks: [] }),
    'memory.pairs': () => ({ pairs: [], total: 0 }),
    'memory.embedding': () => ({ choice: null, host: null, state: 'off', done: 0, total: 0, problem: null }),
    'memory.settings': () => recall,
    'memory.setSettings': ({ changes }: { changes: MemoryChanges }) => {
      const { propose = recall.propose, ...said } = changes
      recall = { ...recall, propose, values: { ...recall.values, ...said } }
      return recall
    },
    'instructions.refresh': () => ({ before: 'evt_00000001', changed: 1 }),
    'context.copyRequest': () => ({ characters: 48_200, secrets: 1, unread: 0 }),
    ...fileHandlers(wish, now),
    'agent.runs': () => {
      const crew = wish('team') === null ? [] : sampleCrew(now)
      return wish('children') === 'none'
        ? crew
        : [...crew, ...sampleChildren(now, Number(wish('children') ?? 0))]
    },
    'team.list': () => (wish('team') === null ? [] : [sampleTeam(now)]),
    'team.get': () => sampleTeam(now),
    'team.past': () => samplePast(now),
    'team.addCard': () => null,
    'team.setMode': () => null,
    'team.setLimits': () => null,
    'team.writeCard': () => null,
    'team.moveCard': () => null,
    'team.message': () => null,
    'agent.stop': () => null,
    'agent.toBackground': () => null,
    'agent.message': () => null,
    'session.detach': () => null,
    'session.drawn': () => null,
    'session.ack': () => null,
    'draft.get': () => '',
    'draft.set': () => null,
    'draft.pictures': () => [],
    'draft.setPictures': () => null,
    ...modelHandlers(fresh),
    ...quietHandlers,
    ...vaultHandlers(wish, now),
    ...inboxHandlers(wish, tell, now),
    'grant.list': () => (fresh ? [] : sampleGrants(now)),
    'grant.revoke': () => null,
    'grant.restore': () => null,
  } satisfies { [Name in keyof Handlers]?: (request: never) => unknown }
}

function folderHandlers(now: number) {
  const folders = createSampleFolders(now)
  return {
    'directory.list': folders.list,
    'directory.roots': folders.roots,
    'directory.describe': folders.describe,
    'directory.complete': folders.complete,
  }
}

function settingsOf(wish: Wish): Settings {
  const mode = wish('mode')
  return {
    theme: wish('theme') === 'light' ? 'light' : 'dark',
    locale: wish('locale') === 'zh-CN' ? 'zh-CN' : 'en',
    sandbox: 'auto',
    permissionMode: mode === 'bypass' || mode === 'plan' ? mode : 'ask',
    askForReadOnly: false,
    modeKey: true,
    passedVariables: {},
    teams: true,
    teamsApart: false,
    backgroundAgents: true,
    backgroundAfter: 2,
    toolSearch: 'auto',
    ...USUAL_CHOICES,
  }
}

function missing(): never {
  throw AppError.quoting('project.not_found', 'There is no such project.')
}
